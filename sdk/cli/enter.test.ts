/** `svc enter`: the command line works in a customer's tenant under a delegation. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTenant, makeUser, tokenOf } from '../../api/test-api.ts'
import { addTenant, createOrganisation } from '../../control/identity/organisations/index.ts'
import { openTestInstallation, type TestInstallation } from '../conformance/test-installation.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'svc-enter-'))
let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
}, 120_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await installation.close()
})

async function svc(args: readonly string[], input = '') {
  const { SVC_API_URL: _, SVC_API_KEY: __, ...own } = process.env
  const env = { ...own, SVC_CLI_CONFIG: path.join(folder, 'credentials.json') }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'src/bin.ts'), ...args], { env })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await ended, out, err }
}

test('commands go to the tenant that was entered, until the own profile is used again', async () => {
  const { api, url, email, password } = installation
  const customer = await makeTenant(api, 'customer')
  await makeUser(api, customer, 'ada', 'tenant_admin')
  const ada = await tokenOf(api, customer, 'ada')
  const home = email.replace(/^tess@(.*)\.example$/, '$1')
  await createOrganisation(api.owner, { name: 'Watch', kind: 'mssp', homeTenant: home as typeof customer })
  await addTenant(api.owner, 'Watch', customer)
  await api.ask('POST', 'alerts', { token: ada, body: { title: 'At the customer', severity: 'low' } })
  expect(await svc(['login', url, '--profile', 'own', '--email', email], `${password}\n`)).toMatchObject({ status: 0 })
  expect(await svc(['enter', customer])).toMatchObject({
    status: 2,
    err: expect.stringContaining('no delegation into'),
  })
  const delegation = { email, role: 'soc_lead', reason: 'works our queue', expires_in_hours: 8 }
  expect((await api.ask('POST', 'organisation/delegations', { token: ada, body: delegation })).status).toBe(201)
  expect(await svc(['enter', customer])).toMatchObject({ status: 0, err: expect.stringContaining('as soc_lead') })
  const titles = async () => (await svc(['alerts', 'list', '--jq', '.items[].title'])).out
  expect(await titles()).toBe('At the customer\n')
  expect((await svc(['profiles'])).out).toContain(`* ${customer}\t${url}\tdelegation of own`)
  expect(await svc(['enter', customer]), 'renewed by the profile at home').toMatchObject({ status: 0 })
  await svc(['profiles', 'use', 'own'])
  expect(await titles()).toContain('Alert number')
})
