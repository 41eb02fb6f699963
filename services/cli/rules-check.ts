import { readKqlFolder } from '../../detections/kql/load-folder.ts'
import { readRuleFolder } from '../../detections/sigma/load.ts'
import type { RuleSet } from '../../detections/sigma/rule-set.ts'
import { AppError } from '../../platform/errors.ts'
import { faultLine, placeOf } from './fault-line.ts'

/**
 * One line for each fault on stdout, the summary on stderr; with `json` one object on stdout that holds both. Status 1
 * when a rule failed. Rules whose placeholders have no value are no failure: they are in the set, and hold for nothing.
 */
export async function runRulesCheck(dir: string, options: { json?: boolean }): Promise<void> {
  const sigma = await readRuleFolder(dir).catch((error: unknown) => {
    throw new AppError('bad_request', `${dir} cannot be read: ${(error as Error).message}`, { cause: error })
  })
  const set = withKql(sigma, dir)
  if (options.json) console.log(JSON.stringify(report(set)))
  else printReport(set)
  if (set.faults.length > 0) process.exitCode = 1
}

/** A YAML file with a query is no Sigma rule that went wrong. */
function withKql(set: RuleSet, dir: string): RuleSet {
  const { rules, faults, files } = readKqlFolder(dir)
  const others = set.faults.filter(({ file }) => !files.has(file))
  return { ...set, rules: [...set.rules, ...rules], faults: [...others, ...faults] }
}

function printReport(set: RuleSet): void {
  for (const fault of set.faults) console.log(faultLine(fault))
  for (const { file, line, names } of set.unresolved) {
    process.stderr.write(`${placeOf({ file, line })}: no value for ${names.map((name) => `%${name}%`).join(', ')}\n`)
  }
  const { rules, failed, unresolved } = report(set)
  process.stderr.write(
    `${rules} rules, ${failed} faults, ${unresolved.length} rules with placeholders without a value\n`,
  )
}

function report({ rules, faults, unresolved }: RuleSet) {
  return { rules: rules.length, failed: faults.length, faults, unresolved }
}
