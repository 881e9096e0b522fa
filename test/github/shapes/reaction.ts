import { REACTIONS, type Reaction, type World } from '../world/state.ts';
import { accountShape } from './account.ts';

export function reactionShape(world: World, reaction: Reaction) {
  return {
    id: reaction.id,
    node_id: `REA_${reaction.id}`,
    user: accountShape(world, reaction.account),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

export function reactionCounts(url: string, reactions: readonly Reaction[]) {
  const count = (content: string) => reactions.filter((reaction) => reaction.content === content).length;
  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    ...Object.fromEntries(REACTIONS.map((content) => [content, count(content)])),
  };
}
