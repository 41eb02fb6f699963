import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../platform/errors.ts'
import { threadCpuMs } from '../../../../platform/test-thread-cpu.ts'
import { readAtomics } from './atomic-yaml.ts'
import type { Atomic } from './atomics.ts'
import { isSameHost, stepsOf } from './host-runs.ts'

const GUID = '0b2d7a1c-5a0e-4a8b-9f63-7a1f3c9d2e11'
const FILE = `
attack_technique: T1003.008
display_name: "Files of password hashes"
atomic_tests:
- name: Copy the file of hashes
  auto_generated_guid: ${GUID}
  description: |
    Writes a copy beside it.
  supported_platforms: [linux]
  input_arguments:
    output_file:
      description: where the copy goes
      type: path
      default: /tmp/copy.txt
    count: { description: how often, type: integer, default: 3 }
  dependency_executor_name: sh
  dependencies:
  - description: the folder is there
    prereq_command: test -d /tmp
    get_prereq_command: mkdir /tmp
  executor:
    name: bash
    elevation_required: true
    command: |
      cp /etc/shadow #{output_file}
      echo #{count}
    cleanup_command: 'rm -f #{output_file}'
- name: By hand
  supported_platforms: [windows]
  executor: { name: manual, steps: open the tool }
- name: Needs its files
  supported_platforms: [linux]
  executor: { name: sh, command: sh PathToAtomicsFolder/T1003/run.sh }
`

describe('a file of atomic tests', () => {
  test('is read with arguments, prerequisites and cleanup', () => {
    const { atomics, refused } = readAtomics(FILE)
    expect(refused).toEqual([])
    const [first, byHand, needsFiles] = atomics
    expect(first).toMatchObject({
      ...{ guid: GUID, technique: 'T1003.008', platforms: ['linux'], executor: 'bash', needs_elevation: true },
      command: 'cp /etc/shadow #{output_file}\necho #{count}',
      ...{ cleanup: 'rm -f #{output_file}', not_runnable: null },
      prerequisites: [{ executor: 'sh', check: 'test -d /tmp', get: 'mkdir /tmp' }],
    })
    expect(first?.arguments.map((one) => [one.name, one.default])).toEqual([
      ['output_file', '/tmp/copy.txt'],
      ['count', '3'],
    ])
    expect(byHand?.not_runnable).toBe('it is done by hand')
    expect(needsFiles?.not_runnable).toMatch(/files/)
    expect(readAtomics(FILE).atomics.map(({ guid }) => guid)).toEqual(atomics.map(({ guid }) => guid))
  })

  test.each([
    ['not YAML at all', 'a: [', /^not YAML/],
    ['a list', '- a', /map of fields/],
    ['no technique', 'attack_technique: x\natomic_tests: [{}]', /attack_technique/],
    ['no tests', 'attack_technique: T1003', /atomic_tests/],
    ['aliases without end', 'a: &a [x]\nb: [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n', /^not YAML/],
  ])('is refused: %s', (_, text, reason) => expect(() => readAtomics(text)).toThrow(reason))

  test.each([
    ['an argument that is not described', FILE.replace('cp /etc', 'cp #{other} /etc'), /other is not described/],
    ['an executor that is none', FILE.replace('name: bash', 'name: perl'), /name is one of/],
    ['no command', FILE.replace('    command: |', '    text: |'), /no command/],
    ['a default that is no text', FILE.replace('default: 3', 'default: [3]'), /no default that is text/],
    ['a command past its bound', FILE.replace('echo #{count}', 'x'.repeat(20_001)), /longer than/],
  ])('has one test refused and the others imported: %s', (_, text, reason) => {
    const { atomics, refused } = readAtomics(text)
    expect([atomics.length, refused[0]?.reason]).toEqual([2, expect.stringMatching(reason)])
  })

  test('with other commands has another digest, and the same commands have the same digest', () => {
    const digestOf = (text: string) => readAtomics(text).atomics[0]?.digest
    expect(digestOf(FILE.replace('cp /etc', 'mv /etc'))).not.toBe(digestOf(FILE))
    expect(digestOf(FILE.replace('rm -f', 'rm -rf'))).not.toBe(digestOf(FILE))
    expect(digestOf(FILE.replace('default: 3', 'default: 4'))).not.toBe(digestOf(FILE))
    expect(digestOf(FILE.replace('test -d', 'test -e'))).not.toBe(digestOf(FILE))
    expect(digestOf(FILE.replace('Writes a copy', 'Writes another'))).toBe(digestOf(FILE))
  })

  test.each([
    ['lists in each other', '- '.repeat(131_000)],
    ['lists that are not closed', '['.repeat(262_000)],
    ['maps in each other', '{a: '.repeat(65_000)],
    ['many keys', `{${Array.from({ length: 20_000 }, (_, n) => `k${n}: 1`).join(', ')}}`],
    ['many keys, one a line', Array.from({ length: 20_000 }, (_, n) => `k${n}: 1`).join('\n')],
    ['many anchors', Array.from({ length: 20_000 }, (_, n) => `- &a${n} x`).join('\n')],
    ['many documents', '---\na: b\n'.repeat(25_000)],
    ['quotes', `a: "${'\\\\'.repeat(130_000)}`],
    ['empty lines of a folded text', `a: >\n${' x\n\n'.repeat(60_000)}`],
    ['keys that are maps', '? '.repeat(131_000)],
  ])('that was made to take for ever is refused at once: %s', async (_, text) => {
    const cpuMs = await threadCpuMs(async () => expect(() => readAtomics(text)).toThrow(AppError))
    expect(cpuMs).toBeLessThan(2_000)
  })

  test('of any bytes is read or refused, and never throws otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          readAtomics(text)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
    )
  })
})

describe('arguments of a run', () => {
  const atomic = readAtomics(FILE).atomics[0] as unknown as Atomic

  test('are replaced in command, cleanup and prerequisites, by their defaults when no value is given', () => {
    const steps = stepsOf(atomic, { output_file: '/var/tmp/other file.txt' })
    expect(steps.command).toBe('cp /etc/shadow /var/tmp/other file.txt\necho 3')
    expect(steps.cleanup).toBe('rm -f /var/tmp/other file.txt')
  })

  test.each([
    'a;id',
    'a|id',
    'a&id',
    '$(id)',
    '`id`',
    'a\nid',
    'a>b',
    '-rf',
    'a -rf',
    'a\t--x',
    "a'b",
    'a"b',
    'a\u0000b',
  ])('are refused when they could run a command: %j', (value) =>
    expect(() => stepsOf(atomic, { output_file: value })).toThrow(/output_file may have/),
  )

  test('are those of the test', () => expect(() => stepsOf(atomic, { nothing: 'a' })).toThrow(/no argument nothing/))
})

test('names of one machine may have a domain, and a longer name is another machine', () => {
  expect(isSameHost('Web-1', 'web-1.acme.example')).toBe(true)
  expect(isSameHost('web-1.acme.example', 'WEB-1')).toBe(true)
  expect(isSameHost('web-1', 'web-10')).toBe(false)
  expect(isSameHost('web-1.acme.example', 'web-1.globex.example')).toBe(false)
})
