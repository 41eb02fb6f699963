/** Deputies: a person names who stands in for them, and until when. */
export { deputiesOf, isDeputyOf } from './deputy.ts'
