/** The parts of deputies that other contexts may use. */
export { DEPUTIES, type Deputy, deputiesOf, isDeputyOf } from './deputy.ts'
