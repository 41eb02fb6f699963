import type { FolderRules } from '../../detections/content/read-folder.ts'
import type { Fault } from '../../detections/sigma/fault.ts'
import { faultLine, unresolvedLine } from './fault-line.ts'
import { type FolderOptions, readCachedFolder } from './read-cached-folder.ts'

/**
 * Prints one line for each fault on stdout and the summary on stderr; with `json` one object with both on stdout. The
 * exit status is 1 when a rule failed. A rule whose placeholders have no value is no failure: it is loaded and matches
 * nothing.
 */
export async function runRulesCheck(dir: string, options: FolderOptions & { readonly json?: boolean }): Promise<void> {
  const folder = await readCachedFolder(dir, options)
  const set = await checked(folder)
  if (options.json) console.log(JSON.stringify(report(set)))
  else printReport(set)
  if (set.faults.length > 0) process.exitCode = 1
  folder.save()
}

type Checked = Pick<FolderRules, 'unresolved'> & { readonly rules: number; readonly faults: readonly Fault[] }

async function checked({ rules, faults, unresolved, yara }: FolderRules): Promise<Checked> {
  const ofYara = await yaraReport(yara)
  const all = [...faults, ...ofYara.faults].map(({ file, line, reason }) => ({ file, line, reason }))
  return { rules: rules.length + ofYara.rules, faults: all, unresolved }
}

/** The YARA engine runs in a child process, which is started only when the folder has YARA rules. */
async function yaraReport(yara: FolderRules['yara']): Promise<{ rules: number; faults: readonly Fault[] }> {
  if (yara.length === 0) return { rules: 0, faults: [] }
  const { openYaraScanner } = await import('../../detections/yara/scanner.ts')
  const scanner = await openYaraScanner(yara)
  await scanner.close()
  return { rules: scanner.report.rules, faults: scanner.report.faults }
}

function printReport(set: Checked): void {
  for (const fault of set.faults) console.log(faultLine(fault))
  for (const one of set.unresolved) process.stderr.write(`${unresolvedLine(one)}\n`)
  const { rules, failed, unresolved } = report(set)
  process.stderr.write(
    `${rules} rules, ${failed} faults, ${unresolved.length} rules with placeholders without a value\n`,
  )
}

function report({ rules, faults, unresolved }: Checked) {
  return { rules, failed: faults.length, faults, unresolved }
}
