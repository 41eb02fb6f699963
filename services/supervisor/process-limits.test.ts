import { expect, test } from 'vitest'
import { requireLimits } from './process-limits.ts'

const limits = (files: string, addresses: string) =>
  [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    `Max open files            ${files.padEnd(20)} 524288               files     `,
    `Max address space         ${addresses.padEnd(20)} unlimited            bytes     `,
  ].join('\n')

test('a start without enough files and addresses is refused with how to raise them', () => {
  expect(() => requireLimits(limits('256', '8000000000'))).toThrow(
    expect.objectContaining({
      code: 'bad_config',
      message: [
        'a process may have 256 and needs 1024 open files; raise the limit with ulimit -n',
        'a process may have 8000000000 and needs 100000000000 bytes of address space; lift the limit with ulimit -v unlimited',
      ].join('\n'),
    }),
  )
  requireLimits(limits('1024', 'unlimited'))
  requireLimits('') // a system that does not report its limits
})

test('this machine has enough', () => requireLimits())
