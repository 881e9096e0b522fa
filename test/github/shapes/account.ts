import type { Account, App, World } from '../world/state.ts';

export function accountShape(world: World, account: Account) {
  const { login, id, type } = account;
  const url = `${world.apiUrl}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    type,
    node_id: `U_${id}`,
    avatar_url: `${world.serverUrl}/avatars/u/${id}`,
    gravatar_id: '',
    url,
    html_url: `${world.serverUrl}/${encodeURIComponent(login)}`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    site_admin: false,
  };
}

export function appShape(world: World, app: App) {
  const html_url = `${world.serverUrl}/apps/${app.slug}`;
  return { id: app.id, slug: app.slug, name: app.name, html_url, external_url: html_url };
}
