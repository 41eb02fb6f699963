/** `svc playbooks list|check|runs`: playbooks of a tenant, as the operator reads them on the machine. */
import fs from 'node:fs'
import { parse } from 'yaml'
import { checked, playbooksOf, runsPage } from '../../control/respond/playbooks/index.ts'
import { AppError } from '../../platform/errors.ts'
import { inTenant } from './in-tenant.ts'
import { formatted } from './kql/formats.ts'

type Options = { readonly tenant: string; readonly format: string }

export async function runPlaybooksList({ tenant, format }: Options): Promise<void> {
  const playbooks = await inTenant(tenant, playbooksOf)
  const rows = playbooks.map(({ id, version, enabled, document }) => {
    return [id, String(version), enabled ? 'on' : 'off', document.trigger.on, document.name]
  })
  print(format, ['id', 'version', 'state', 'trigger', 'name'], rows)
}

export async function runPlaybooksRuns({ tenant, format }: Options): Promise<void> {
  const runs = await inTenant(tenant, (tx) => runsPage(tx, null, 100, null))
  const rows = runs.map(({ item: run }) => {
    const steps = `${run.stepsExecuted} of ${run.stepsTotal}`
    return [run.id, run.startedAt.toISOString(), run.status, run.waitKind ?? '', steps, run.playbookId, run.error ?? '']
  })
  print(format, ['run', 'started', 'status', 'waits for', 'steps', 'playbook', 'error'], rows)
}

/** A line for each problem; status 1 when there is one. Throws `bad_request` for a file that is neither YAML nor JSON. */
export function runPlaybooksCheck(file: string): void {
  const found = checked(documentIn(file))
  if ('document' in found) {
    process.stdout.write(`${file}: ${found.document.steps.length} steps, sound\n`)
    return
  }
  for (const { path, reason } of found.problems) process.stdout.write(`${file}: ${path || 'document'}: ${reason}\n`)
  process.exitCode = 1
}

function documentIn(file: string): unknown {
  try {
    return parse(fs.readFileSync(file, 'utf8'), { maxAliasCount: 10 })
  } catch (cause) {
    throw new AppError('bad_request', `${file}: ${cause instanceof Error ? cause.message : 'cannot be read'}`, {
      cause,
    })
  }
}

function print(format: string, names: readonly string[], rows: readonly (readonly string[])[]): void {
  const columns = names.map((name) => ({ name, type: 'string' as const }))
  for (const piece of formatted(format)(
    columns,
    rows.map((row) => [...row]),
  ))
    process.stdout.write(piece)
}
