import { missingPermission } from './missing-permission.ts';

/** A request that GitHub refused or did not answer. Carries no header, so that no token can leak with it. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  readonly route: string;
  /** The HTTP status; 0 when there was no answer, or none that could be read. */
  readonly status: number;
  /** GitHub's own words. */
  readonly answer: string;
  /** Whether the workflow's own permissions are in the way: a person has to add one. */
  readonly lacksPermission: boolean;

  constructor(route: string, status: number, answer: string) {
    const cure = missingPermission(route, status, answer);
    const said = status === 0 ? `no answer from GitHub (${answer})` : `GitHub answered ${status} (${answer})`;
    super(`${route}: ${said}${cure === undefined ? '' : `: ${cure}`}`);
    this.route = route;
    this.status = status;
    this.answer = answer;
    this.lacksPermission = cure !== undefined;
  }

  /** Whether nobody knows if the request had its effect: GitHub or the way to it failed, it did not refuse. */
  get unsure(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}
