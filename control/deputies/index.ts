/** What other contexts may use of deputies. */
export { DEPUTIES, type Deputy, deputiesOf, isDeputyOf } from './deputy.ts'
