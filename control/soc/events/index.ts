/** Questions about events, for exports of what they find. */
export type { EventDeps } from './event-deps.ts'
export { conditionOf, exportLanguage, fieldName, questionMembers } from './inputs.ts'
export { eventsRule } from './kql-rule.ts'
