/** What the API may use of the copilot. */
export { type Done, runSuggestion } from './run-suggestion.ts'
export { suggest } from './suggest.ts'
export type { ResourceType } from './suggestion.ts'
