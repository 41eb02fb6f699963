/** The parts of events that could not be decoded that the API, the services and the command line may use. */
export { batched, bodiesOf } from './bodies.ts'
export {
  eachLetter,
  type LetterRow,
  type LetterScope,
  type ListScope,
  letterRows,
  newestLetterMs,
  type Origin,
  textsOf,
} from './letters.ts'
export { type ReplayDeps, replayWorkers, runReplayOnce } from './run-replays.ts'
