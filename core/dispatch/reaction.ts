import {
  type GitHub,
  type ReactionContent,
  react,
  reactToIssue,
  takeBack,
  takeBackFromIssue,
} from '../github/index.ts';

/** Where a run says 👀 and how it went: on the comment that gave the order, or where there is none on the issue itself. */
interface Place {
  number: number;
  commandId?: number;
}

export function reactTo(github: GitHub, place: Place, content: ReactionContent): Promise<number> {
  const { number, commandId } = place;
  return commandId === undefined ? reactToIssue(github, number, content) : react(github, commandId, content);
}

export function takeBackFrom(github: GitHub, place: Place, reactionId: number): Promise<void> {
  const { number, commandId } = place;
  return commandId === undefined
    ? takeBackFromIssue(github, number, reactionId)
    : takeBack(github, commandId, reactionId);
}
