/** The copilot: questions of an analyst to a model, and the next steps that it suggests. */
export { suggest } from './suggest.ts'
export type { ResourceType } from './suggestion.ts'
