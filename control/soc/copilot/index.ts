/** Exports of the copilot for the API. */
export { suggest } from './suggest.ts'
export type { ResourceType } from './suggestion.ts'
