/**
 * JSON that engine and JavaScript parse alike: an object in which no name occurs twice, because the engine would use
 * the first and JavaScript the last. A text that is nested too deep to be sure counts as not readable.
 */
import { openedSql } from './leaves.ts'

/** Objects inside each other that are looked at. */
const DEPTH_MAX = 10

const namesOf = (json: string) => `JSONExtractKeys(${json})`
const isDistinct = (json: string) => `length(${namesOf(json)}) = length(arrayDistinct(${namesOf(json)}))`
/** False for an object without names: the engine cannot parse it again, see `openedSql`. */
const isNamed = (json: string) => `(notEmpty(${namesOf(json)}) OR ${json} = '{}')`

/** Maps all objects of one depth to those of the next. Objects inside too many arrays stay, and are not readable. */
function deeperSql(objects: string): string {
  const values = `arrayFlatten(arrayMap(o -> arrayMap(v -> v.2, JSONExtractKeysAndValuesRaw(o)), ${objects}))`
  return `arrayFilter(x -> startsWith(x, '{') OR startsWith(x, '['), ${openedSql(values)})`
}

const everyDepth =
  `arrayFold((a, depth) -> (${deeperSql('a.1')}, toUInt8(a.2 AND arrayAll(o -> startsWith(o, '{') AND ${isNamed('o')} AND ${isDistinct('o')}, a.1))), ` +
  `range(${DEPTH_MAX}), ([trimLeft(raw)], toUInt8(1)))`

export const READABLE =
  `isValidJSON(raw) AND startsWith(trimLeft(raw), '{') AND ` +
  `arrayExists(f -> f.2 = 1 AND empty(f.1), [${everyDepth}])`
