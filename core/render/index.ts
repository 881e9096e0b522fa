/**
 * What people see: the stream and a few facts in, Markdown out. Pure, and every text of the model or a
 * stranger is made safe here.
 */

export { renderComment } from './comment.ts';
export { argsOf } from './describe-call.ts';
export { isOurMarker, sessionMarker } from './marker.ts';
export { declinedReply, renderNotice } from './notice.ts';
export {
  type EarlierSession,
  pullRequestBody,
  pullRequestTitle,
  type Relation,
  readPullRequestBody,
} from './pull-request.ts';
export {
  type ActiveSession,
  busyReply,
  helpReply,
  isRefusal,
  refusedReply,
  renderReply,
  statusReply,
} from './reply.ts';
export { createReport } from './report.ts';
export type { ChangedFile, HeardWords, ReportFacts } from './report-facts.ts';
export type { ReportView } from './report-view.ts';
export { sentence } from './speech.ts';
export { type Answer, splitAnswer } from './split-answer.ts';
export { renderSummary } from './summary.ts';
export { taskIssue } from './task-issue.ts';
export {
  changedReason,
  terminalAnswer,
  terminalEnd,
  terminalFiles,
  terminalHead,
  terminalNotice,
  terminalTrace,
} from './terminal-frame.ts';
export type { TerminalLine, Tone } from './terminal-line.ts';
export { terminalLive } from './terminal-live.ts';
export { terminalAskAgain, terminalQuestion } from './terminal-question.ts';
export { createTerminalSteps } from './terminal-steps.ts';
export { traceStory } from './trace-story.ts';
export { summariseTrace } from './trace-summary.ts';
