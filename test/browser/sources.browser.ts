/** A source that no table knows, from a sample to a table of its own; then SQL over the lake, and osquery of a host. `npm run test:browser` */
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { useConsole } from './use-console.ts'
import { Visitor } from './visitor.ts'
import type { World } from './world.ts'

const SAMPLE = [
  '<29>Nov 30 10:11:12 gw1 acmevpnd[7]: peer kim came up via 198.51.100.4:4001 slot 12',
  '<29>Nov 30 10:12:12 gw1 acmevpnd[7]: peer lee came up via 198.51.100.5:4002 slot 13',
].join('\n')

describe.skipIf(findChromium() === null)('sources', () => {
  let world: World
  let browser: Browser
  useConsole((opened) => {
    ;({ world, browser } = opened)
  })

  test('a table is proposed from a sample, corrected by its fields, tried, applied and removed', async () => {
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(world.admin)
    await visitor.goto('/pipeline?tab=try')
    await page.getByLabel('Events, as the source sends them').fill(SAMPLE)
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByText('2 events: 2 without a table.').waitFor()
    await page.getByLabel('Name of the table').fill('acme-vpn')
    await page.getByRole('button', { name: 'Propose a table' }).click()
    const sentences = page.getByRole('textbox', { name: /^Sentences of / })
    await sentences.fill('peer {user} came up via {src_ip}:{src_port} slot {other}')
    await page.getByLabel(/^Class of /).selectOption('authentication')
    expect(await page.getByLabel(/^Activity of /).inputValue()).toBe('Logon')
    await page.getByRole('button', { name: 'Try the table' }).click()
    const events = page.getByRole('region', { name: 'Events of the sample' })
    await events.getByText('Authentication · Logon').first().waitFor()
    await events.getByText('kim', { exact: true }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    await page.getByRole('button', { name: 'Apply it as acme-vpn' }).click()
    await page.getByText('acme-vpn is applied as version 1').waitFor()
    await page.getByRole('link', { name: 'own tables' }).click()
    await page.getByRole('button', { name: 'Remove the table acme-vpn' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No table of your own').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('a statement in SQL is completed, has its values from fields, and is shared with them', async () => {
    const { account } = await world.anotherAdmin('hunter')
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(account)
    await visitor.goto('/search?language=sql')
    await page.getByRole('region', { name: 'Tables' }).waitFor()
    const box = page.getByRole('textbox', { name: 'Query' })
    await box.pressSequentially('SELECT count() AS n FROM ev')
    await page.getByRole('option', { name: /^events / }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type(' WHERE host = {host:String}')
    await page.keyboard.press('Control+Enter')
    await page.getByText('A value for host is missing').waitFor()
    await page.getByLabel('host', { exact: true }).fill("o'hara")
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('region', { name: 'Rows' }).getByRole('cell', { name: '0' }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    expect(new URL(page.url()).searchParams.get('values')).toBe(`{"host":"o'hara"}`)
    await page.reload()
    await page.getByRole('region', { name: 'Rows' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('a host enrols with a secret of the page, is asked, and is revoked', async () => {
    const { account } = await world.anotherAdmin('hosts')
    const visitor = await Visitor.open(browser, world.instance)
    const { page } = visitor
    await visitor.signIn(account)
    await visitor.goto('/hunts?tab=hosts')
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByLabel('Label').fill('laptops')
    await page.getByRole('button', { name: 'Make it' }).click()
    const secret = await page.getByRole('region', { name: 'Secret of laptops' }).textContent()
    const flags = await page.getByRole('region', { name: 'Flags of osquery', exact: true }).textContent()
    const server = /--tls_hostname=(\S+)/.exec(flags ?? '')?.[1]
    const enrolled = await fetch(`http://${server}/api/v1/osquery/enroll`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ enroll_secret: secret?.trim(), host_identifier: 'ws9' }),
    })
    expect(await enrolled.json()).toMatchObject({ node_invalid: false })
    await page.reload()
    await page.getByRole('button', { name: 'Ask hosts' }).click()
    await page.getByLabel('SQL').fill('SELECT 1')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('button', { name: 'End: SELECT 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await page.getByText('ended', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Revoke ws9' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('revoked', { exact: true }).waitFor()
    expect(await visitor.accessFaults()).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})
