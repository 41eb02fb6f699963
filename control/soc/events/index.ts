/** Questions about stored events. Exports read their conditions in the same way. */
export type { EventDeps } from './event-deps.ts'
export { conditionOf, exportLanguage, fieldName, questionMembers } from './inputs.ts'
export { eventsRule } from './kql-rule.ts'
