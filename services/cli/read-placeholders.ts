/** Reads the values of `%name%` in Sigma rules from a file in YAML or JSON: a map from names to values. */
import { readRuleFile } from '../../detections/content/read-tree.ts'
import { Refusal } from '../../detections/sigma/fault.ts'
import { NO_PLACEHOLDERS, type Placeholders, placeholdersIn } from '../../detections/sigma/placeholders.ts'
import { readYaml } from '../../detections/sigma/yaml.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * Returns an empty map without a file. Throws `bad_request` for a file that cannot be read or is not a map of
 * placeholders.
 */
export function readPlaceholders(file: string | undefined): Placeholders {
  if (file === undefined) return NO_PLACEHOLDERS
  const read = readRuleFile(file)
  if ('reason' in read) throw refused(file, read.reason)
  const { documents, faults } = readYaml(read.text)
  const [fault] = faults
  if (fault) throw refused(`${file}:${fault.line}`, fault.reason)
  if (documents.length > 1) throw refused(file, 'several documents instead of one map')
  try {
    return placeholdersIn(documents[0]?.value ?? {})
  } catch (error) {
    throw error instanceof Refusal ? refused(file, error.message) : error
  }
}

function refused(place: string, reason: string): AppError {
  return new AppError('bad_request', `${place}: ${reason}`)
}
