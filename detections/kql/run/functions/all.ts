/** Every scalar function by its name. */
import type { FunctionSpec } from '../function-spec.ts'
import { arrayFunctions } from './array.ts'
import { bagFunctions } from './bag.ts'
import { binFunctions } from './bin.ts'
import { calendarFunctions } from './calendar.ts'
import { conversionFunctions } from './conversion.ts'
import { encodingFunctions } from './encoding.ts'
import { formatFunctions } from './format.ts'
import { geoFunctions } from './geo.ts'
import { ipFunctions } from './ip.ts'
import { logicFunctions } from './logic.ts'
import { mathFunctions } from './math.ts'
import { parseFunctions } from './parse.ts'
import { patternFunctions } from './pattern.ts'
import { setFunctions } from './set.ts'
import { textFunctions } from './text.ts'
import { xmlFunctions } from './xml.ts'

export const FUNCTIONS: ReadonlyMap<string, FunctionSpec> = new Map(
  [
    ...[arrayFunctions, bagFunctions, binFunctions, calendarFunctions, conversionFunctions, encodingFunctions],
    ...[formatFunctions, geoFunctions, ipFunctions, logicFunctions, mathFunctions, parseFunctions],
    ...[patternFunctions, setFunctions, textFunctions, xmlFunctions],
  ].flatMap((group) => Object.entries(group)),
)
