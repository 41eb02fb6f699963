/**
 * JSON that engine and JavaScript read alike: an object, and none in it with one name twice, of which the engine would
 * take the first and JavaScript the last. What is nested too deep to be sure counts as not readable.
 */
import { openedSql } from './leaves.ts'

/** Objects inside each other that are looked at. */
const DEPTH_MAX = 10

const namesOf = (json: string) => `JSONExtractKeys(${json})`
const isDistinct = (json: string) => `length(${namesOf(json)}) = length(arrayDistinct(${namesOf(json)}))`
/** An object without names is one that the engine cannot read again: see `openedSql`. */
const isNamed = (json: string) => `(notEmpty(${namesOf(json)}) OR ${json} = '{}')`

/** Maps all objects of one depth to those of the next. Arrays inside too many arrays stay, and are not readable. */
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
