/** Commands that check signed files offline. */
import type { Command } from 'commander'
import { type CommandGroup, command } from './command.ts'

export const PROOF: CommandGroup = { heading: 'Proof:', add }

function add(program: Command): void {
  command(
    program.command('audit').description('verify exported audit logs'),
    'verify <file>',
    'check an exported audit log offline',
  )
    .option('--key <id...>', 'trust only these signing keys')
    .option('--against <file>', 'an older export of the same log')
    .action(async (file: string, options) => (await import('../audit-verify.ts')).verifyAudit(file, options))

  command(
    program.command('exports').description('verify signed exports'),
    'verify <target>',
    'check a signed export offline',
  )
    .option('--key <id...>', 'trust only these signing keys')
    .option('--signature <file>', 'detached signature, for a file that is not a bundle')
    .option('--keys <file>', 'file of `svc audit keys list --json`, for a certificate of an erasure')
    .action(async (target: string, options) => (await import('../exports-verify.ts')).verifyExport(target, options))
}
