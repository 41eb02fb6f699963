/** The parts of deputies that other contexts may use. */
export { deputiesOf, isDeputyOf } from './deputy.ts'
