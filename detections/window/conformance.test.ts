import { correlationConformance } from './conformance.ts'
import { WindowsCorrelator } from './fixture.ts'

correlationConformance('windows', (rules, latenessMs) => new WindowsCorrelator(rules, { latenessMs }))
correlationConformance(
  'windows, groups written whole at every other flush',
  (rules, latenessMs) => new WindowsCorrelator(rules, { latenessMs, foldAfter: 1 }),
)
