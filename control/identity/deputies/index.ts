/** Deputies: a person names a stand-in, and until when. */
export { deputiesOf, isDeputyOf } from './deputy.ts'
