/** Dead letters: events that could not be decoded, and their replay once they can be. */
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
