/** Exports of the copilot for the API. */
export { type Done, runSuggestion } from './run-suggestion.ts'
export { suggest } from './suggest.ts'
export type { ResourceType } from './suggestion.ts'
