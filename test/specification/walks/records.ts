/** Sections 3, 4.2 to 4.5, 6.3, 7 and 8: records from their creation to their end. */
import assert from 'node:assert/strict'
import { type ApiTarget, ask } from '../door.ts'
import { event } from '../operations/specified-operation.ts'
import { eventually, expectStatus, walk } from './walk.ts'

type Item = { readonly id: string; readonly status: string }
const submitted = async (door: ApiTarget) =>
  (await expectStatus<{ id: string }>(door, 201, 'POST /alerts/submit', { body: { events: [event] } })).id

export const RECORDS = [
  walk(
    '3',
    'alert: new, triaged, in_progress, resolved, closed; another transition is 409 with the allowed ones',
    async (door) => {
      const id = await submitted(door)
      const came: string[] = []
      const change = (status: string, more: object = {}) =>
        ask(door, `PATCH /alerts/${id}`, { body: { status, ...more } })
      for (const status of ['triaged', 'in_progress', 'resolved', 'closed']) {
        const answer = await change(status)
        assert.equal(answer.status, 200, `${status}: ${answer.text.slice(0, 200)}`)
        came.push((answer.body as Item).status)
      }
      const back = await change('triaged')
      assert.equal(back.status, 409)
      assert.match(back.text, /in_progress/)
      type History = { items: { kind: string; to_status: string | null; actor_kind: string }[] }
      const { items } = await expectStatus<History>(door, 200, `GET /alerts/${id}/history?limit=50`)
      const changes = items.filter(({ to_status }) => to_status !== null)
      assert.ok(changes.length >= 4 && changes.every(({ actor_kind }) => actor_kind === 'human'))
      return `${came.join(', ')}; then triaged is 409`
    },
  ),
  walk(
    '3',
    'an alert of a class in shadow mode: triaged with ai_score and ai_summary, a decision is recorded, and its disposition stays empty',
    async (door) => {
      type Agreement = { open: number }
      const open = async () => (await expectStatus<Agreement>(door, 200, 'GET /autonomy-policy/agreement')).open
      await expectStatus(door, 200, 'PUT /autonomy-policy/shadow-mode/*', { body: { enabled: true } })
      const before = await open()
      const id = await submitted(door)
      type Alert = { ai_score: number | null; ai_summary: string | null; disposition: string | null }
      const alert = await eventually(async () => {
        const found = await expectStatus<Alert>(door, 200, `GET /alerts/${id}`)
        return found.ai_score !== null && (await open()) > before ? found : undefined
      }, 'the triage')
      assert.deepEqual([typeof alert.ai_summary, alert.disposition], ['string', null])
      return `ai_score ${alert.ai_score}, disposition ${alert.disposition}; ${await open()} open decisions, ${before} before`
    },
  ),
  walk('4.2', 'DELETE /alerts/{id} and DELETE /cases/{id}: the alert is gone, the case is closed', async (door) => {
    const alert = await submitted(door)
    const deleted = (await ask(door, `DELETE /alerts/${alert}`)).status
    const after = (await ask(door, `GET /alerts/${alert}`)).status
    const { id } = await expectStatus<Item>(door, 201, 'POST /cases', { body: { title: 'walked', severity: 'low' } })
    const closing = (await ask(door, `DELETE /cases/${id}`)).status
    const { status } = await expectStatus<Item>(door, 200, `GET /cases/${id}`)
    assert.deepEqual([deleted < 300, after, closing < 300, status], [true, 404, true, 'closed'])
    return `${deleted}, then ${after}; ${closing}, then ${status}`
  }),
  walk('4.2', 'GET /entity-risk: descending', async (door) => {
    for (let i = 0; i < 3; i++) await submitted(door)
    const risks = await eventually(async () => {
      const { items } = await expectStatus<{ items: { risk_score?: number; score?: number }[] }>(
        door,
        200,
        'GET /entity-risk?limit=100',
      )
      return items.length > 1 ? items.map((one) => one.score ?? one.risk_score ?? Number.NaN) : undefined
    }, 'two entities with a risk')
    assert.deepEqual(
      risks,
      risks.toSorted((a, b) => b - a),
    )
    return risks.slice(0, 5).join(', ')
  }),
  walk('4.2', 'POST /federated/query: translated to SPL, KQL and ES|QL', async (door) => {
    type Translations = { translations: { dialect: string; statement: string | null }[] }
    const { translations } = await expectStatus<Translations>(door, 200, 'POST /federated/translate', {
      body: { query: 'user:ann AND src_ip:10.0.0.0/8', dialects: ['spl', 'kql', 'esql'] },
    })
    const [spl, kql, esql] = translations.map(({ statement }) => statement ?? '')
    assert.ok(
      spl?.includes('search') && kql?.includes('| where') && esql?.startsWith('FROM'),
      JSON.stringify(translations),
    )
    return translations.map(({ dialect, statement }) => `${dialect}: ${statement?.slice(0, 60)}`).join('; ')
  }),
  walk('4.2', 'GET /hunts/{hunt_id} and its results: the definition, and the latest run', async (door) => {
    const { items } = await expectStatus<{ items: { id: string; title: string }[] }>(door, 200, 'GET /hunts?limit=1')
    const hunt = items[0]
    assert.ok(hunt)
    const read = await expectStatus<{ title: string; query: string }>(door, 200, `GET /hunts/${hunt.id}`)
    assert.equal(read.title, hunt.title)
    await expectStatus(door, 202, `POST /hunts/${hunt.id}/runs`, { body: {} })
    const state = await eventually(async () => {
      type Results = { run: { state: string } | null; items: unknown[] }
      const { run } = await expectStatus<Results>(door, 200, `GET /hunts/${hunt.id}/results`)
      return run?.state === 'done' ? run.state : undefined
    }, 'the run')
    return `“${hunt.title}”: ${state}`
  }),
  walk(
    '4.3',
    'ledger: an entry has agent, model, prompt hash, time and its full payload, and a replay is the same',
    async (door) => {
      const alert = await submitted(door)
      const { id } = await expectStatus<Item>(door, 201, 'POST /cases', {
        body: { title: 'walked', severity: 'high', alert_ids: [alert] },
      })
      const run = await expectStatus<Item>(door, 201, `POST /cases/${id}/investigations:start`, { body: {} })
      await eventually(async () => {
        const { items } = await expectStatus<{ items: Item[] }>(door, 200, 'GET /investigations?limit=50')
        const status = items.find((one) => one.id === run.id)?.status
        return status !== undefined && !['queued', 'running', 'pending'].includes(status) ? status : undefined
      }, 'the end of the run')
      const { items } = await expectStatus<{ items: Item[] }>(door, 200, `GET /cases/${id}/investigations`)
      const entry = await expectStatus<Record<string, unknown>>(door, 200, `GET /investigations/${items[0]?.id}`)
      for (const name of ['agent', 'model', 'prompt_hash', 'created_at', 'payload', 'input_hash'])
        assert.ok(name in entry, `no ${name}`)
      const replay = await expectStatus<{ is_same: boolean; changed: unknown[] }>(
        door,
        200,
        `POST /cases/${id}/investigations:replay`,
        { body: { run_id: run.id } },
      )
      assert.deepEqual([replay.is_same, replay.changed], [true, []])
      return `${items.length} entries by ${entry.agent}; the replay is the same`
    },
  ),
  walk('4.3', 'GET /copilot/context for alert, case, rule and playbook; a suggested action runs', async (door) => {
    const alert = await submitted(door)
    const rules = await expectStatus<{ items: { id: string }[] }>(door, 200, 'GET /rules?limit=1')
    const playbooks = await expectStatus<{ items: { id: string }[] }>(door, 200, 'GET /playbooks?limit=1')
    const opened = await expectStatus<Item>(door, 201, 'POST /cases', { body: { title: 'walked', severity: 'low' } })
    const places = [
      `alert/${alert}`,
      `case/${opened.id}`,
      `rule/${rules.items[0]?.id}`,
      `playbook/${playbooks.items[0]?.id}`,
    ]
    const texts: string[] = []
    for (const place of places)
      texts.push(JSON.stringify(await expectStatus(door, 200, `GET /copilot/context/${place}`)))
    type Context = { actions?: { id: string }[]; suggestions?: { id: string; action_id?: string }[] }
    const { actions = [], suggestions = [] } = JSON.parse(texts[0] ?? '') as Context
    const action = actions[0]?.id ?? suggestions[0]?.action_id ?? suggestions[0]?.id
    assert.ok(action, texts[0]?.slice(0, 300))
    const ran = await expectStatus<object>(door, 200, `POST /copilot/actions/${action}:run`, { body: {} })
    return `four contexts; ${JSON.stringify(ran).slice(0, 100)}`
  }),
  walk('4.4', 'POST /intel/feeds/{id}/sync of a feed whose address does not answer: the feed says so', async (door) => {
    const feed = await expectStatus<Item>(door, 201, 'POST /intel/feeds', {
      body: { name: `walk ${Date.now()}`, feed_type: 'csv', url: 'https://feed.walk.invalid/list.csv' },
    })
    await expectStatus(door, 202, `POST /intel/feeds/${feed.id}/sync`, { body: {} })
    const error = await eventually(async () => {
      type Feeds = { items: { id: string; status: string; error: string | null }[] }
      const { items } = await expectStatus<Feeds>(door, 200, 'GET /intel/feeds?limit=100')
      const found = items.find(({ id }) => id === feed.id)
      return found?.status === 'failed' ? found.error : undefined
    }, 'the fault of the feed')
    assert.ok(error)
    await expectStatus(door, 204, `DELETE /intel/feeds/${feed.id}`)
    return error
  }),
  walk(
    '4.4',
    'an indicator is found again by enrichment, with each source and what it could not check',
    async (door) => {
      const value = `walk${Date.now()}.example`
      await expectStatus(door, 201, 'POST /intel/iocs', { body: { ioc_type: 'domain', value } })
      type Enriched = { indicators: { matches: unknown[]; sources_checked: { name: string; status: string }[] }[] }
      const enriched = await eventually(async () => {
        const found = await expectStatus<Enriched>(door, 200, 'POST /intel/enrich', {
          body: { indicators: [{ type: 'domain', value }] },
        })
        return (found.indicators[0]?.matches.length ?? 0) > 0 ? found : undefined
      }, 'the match')
      const sources = enriched.indicators[0]?.sources_checked ?? []
      assert.ok(sources.length > 0)
      return sources.map(({ name, status }) => `${name}: ${status}`).join(', ')
    },
  ),
  walk(
    '3',
    'honeytoken: DELETE revokes; a touch afterwards is recorded and does not change the status',
    async (door) => {
      type Token = Item & { track_path: string; touch_count: number }
      const token = await expectStatus<Token>(door, 201, 'POST /honeytokens', {
        body: { name: 'walk', token_type: 'url' },
      })
      assert.equal(token.status, 'active')
      const revoked = await expectStatus<Token>(door, 200, `DELETE /honeytokens/${token.id}`)
      await expectStatus(door, 200, `GET /${token.track_path.replace('/api/v1/', '')}`, { token: null })
      const after = await eventually(async () => {
        const found = await expectStatus<Token>(door, 200, `GET /honeytokens/${token.id}`)
        return found.touch_count > 0 ? found : undefined
      }, 'the touch')
      assert.deepEqual([revoked.status, after.status], ['revoked', 'revoked'])
      return `active, revoked; ${after.touch_count} touch later: ${after.status}`
    },
  ),
  walk('4.4', 'the tracking URL answers a known and an unknown token with the same bytes', async (door) => {
    const { track_path } = await expectStatus<{ track_path: string }>(door, 201, 'POST /honeytokens', {
      body: { name: 'walk same', token_type: 'url' },
    })
    const place = track_path.replace('/api/v1/', '')
    const known = await ask(door, `GET /${place}`, { token: null })
    const unknown = await ask(door, `GET /${place.slice(0, -6)}aaaaaa`, { token: null })
    assert.deepEqual([known.status, known.type, known.text], [unknown.status, unknown.type, unknown.text])
    return `${known.status}, ${known.type}, ${known.text.length} characters, both`
  }),
  walk('3', 'purple team: a cancelled execution is cancelled, and a second cancel is 409', async (door) => {
    const { id } = await expectStatus<Item>(door, 202, 'POST /purple-team/executions', {
      body: { atomic_test_id: 'aws-trail-stopped' },
    })
    const cancelled = await expectStatus<Item>(door, 200, `DELETE /purple-team/executions/${id}`)
    const again = await ask(door, `DELETE /purple-team/executions/${id}`)
    assert.deepEqual([cancelled.status, again.status], ['cancelled', 409])
    return `${cancelled.status}, then 409: ${again.detail}`
  }),
  walk(
    '4.4',
    'GET /purple-team/drift/diff: techniques that were added and dropped between two snapshots',
    async (door) => {
      const one = await expectStatus<Item>(door, 201, 'POST /purple-team/drift/snapshot', { body: {} })
      const technique = 'T1491.001'
      const rule = await expectStatus<Item>(door, 201, 'POST /rules', {
        body: {
          language: 'sigma',
          text: `title: walk ${Date.now()}\nlogsource: { product: windows }\ntags: [attack.t1491.001]\ndetection: { a: { EventID: 4242 }, condition: a }`,
        },
      })
      await expectStatus(door, 200, `POST /rules/${rule.id}/enable`, { body: {} })
      const other = await expectStatus<Item>(door, 201, 'POST /purple-team/drift/snapshot', { body: {} })
      const diff = async (from: string, to: string) =>
        expectStatus<{ added: string[]; dropped: string[] }>(
          door,
          200,
          `GET /purple-team/drift/diff?from=${from}&to=${to}`,
        )
      const [forth, back] = [await diff(one.id, other.id), await diff(other.id, one.id)]
      await expectStatus(door, 204, `DELETE /rules/${rule.id}`)
      assert.deepEqual([forth.added, back.dropped], [[technique], [technique]])
      return `added ${forth.added.join()}; the other way dropped ${back.dropped.join()}`
    },
  ),
  walk('4.5', 'PUT /sla/configs/{id} changes the thresholds of a severity', async (door) => {
    const { items } = await expectStatus<{ items: { id: string; mttr_target: number | null }[] }>(
      door,
      200,
      'GET /sla/configs',
    )
    const one = items[0]
    assert.ok(one)
    await expectStatus(door, 200, `PUT /sla/configs/${one.id}`, { body: { mttr_target: 77 } })
    const after = await expectStatus<{ items: { id: string; mttr_target: number | null }[] }>(
      door,
      200,
      'GET /sla/configs',
    )
    assert.equal(after.items.find(({ id }) => id === one.id)?.mttr_target, 77)
    await expectStatus(door, 200, `PUT /sla/configs/${one.id}`, { body: { mttr_target: one.mttr_target } })
    return `${one.id}: ${one.mttr_target}, then 77`
  }),
  walk('4.5', 'marketplace: an item is read, installed, and said to be installed', async (door) => {
    type Page = { items: { slug: string; kind: string; installed: object | null }[] }
    const { items } = await expectStatus<Page>(door, 200, 'GET /marketplace/items?limit=100')
    const slug = (items.find(({ kind, installed }) => kind === 'hunt' && installed === null) ?? items[0])?.slug
    await expectStatus(door, 200, `GET /marketplace/items/${slug}`)
    const first = await expectStatus<Record<string, unknown>>(door, 200, `POST /marketplace/items/${slug}:install`, {
      body: {},
    })
    const again = await expectStatus<Record<string, unknown>>(door, 200, `POST /marketplace/items/${slug}:install`, {
      body: {},
    })
    for (const name of ['content_sha256', 'installed_at', 'installed_by']) assert.ok(first[name], `no ${name}`)
    assert.equal(again.already_installed, true)
    return `${slug}: ${String(first.content_sha256).slice(0, 12)}…, already_installed ${first.already_installed}, ${again.already_installed}`
  }),
  walk('3', 'verification prompt with the feature flag off: the action has failed, and says why', async (door) => {
    const { action } = await expectStatus<{ action: Item }>(door, 202, 'POST /actions', {
      body: { action_type: 'chatops.verify', parameters: { user: 'ann', message: 'Was it you?' }, rationale: 'walk' },
    })
    return eventually(async () => {
      const found = await expectStatus<Record<string, string>>(door, 200, `GET /actions/${action.id}`)
      if (found.status !== 'failed') return undefined
      assert.match(JSON.stringify(found), /SVC_FEATURE_CHATOPS_VERIFY/)
      return `failed: ${found.error ?? found.detail ?? found.outcome}`
    }, 'the failure')
  }),
  walk(
    '6.4',
    'create_ticket without an executor is simulated: an identifier that begins SIM-TICKET-, with a note',
    async (door) => {
      const { action } = await expectStatus<{ action: Item }>(door, 202, 'POST /actions', {
        body: {
          action_type: 'create_ticket',
          parameters: { system: 'jira', project: 'SEC', priority: 'high', summary: 'walk', description: 'walk' },
          rationale: 'walk',
        },
      })
      const text = await eventually(async () => {
        const found = await ask(door, `GET /actions/${action.id}`)
        return /SIM-TICKET-/.test(found.text) ? found.text : undefined
      }, 'the ticket')
      assert.match(text, /simulat/i)
      return /SIM-TICKET-[\w-]+/.exec(text)?.[0] ?? ''
    },
  ),
  walk('6.3', 'audit actions scim:group:create, patch, replace, delete and scim:token:rotate', async (door) => {
    const made = await expectStatus<{ id: string; token: string }>(door, 201, 'POST /scim-tokens', {
      body: { name: `walk ${Date.now()}`, expires_in_days: 1 },
    })
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
    const scim = (line: string, body?: object) =>
      ask(door, line.replace(' /', ' //scim/v2/'), {
        ...(body && { body }),
        token: made.token,
        headers: { 'content-type': 'application/scim+json' },
      })
    const displayName = `Walked ${Date.now()}`
    const { id } = (await scim('POST /Groups', { schemas, displayName })).body as Item
    const Operations = [{ op: 'replace', path: 'displayName', value: `${displayName} b` }]
    await scim(`PATCH /Groups/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
    await scim(`PUT /Groups/${id}`, { schemas, displayName: `${displayName} c` })
    await scim(`DELETE /Groups/${id}`)
    await ask(door, `POST /scim-tokens/${made.id}/rotate`, { body: { grace_hours: 0 } })
    const { items } = await expectStatus<{ items: { action: string }[] }>(door, 200, 'GET /audit?action=scim&limit=50')
    const actions = new Set(items.map(({ action }) => action))
    const expected = ['create', 'patch', 'replace', 'delete'].map((verb) => `scim:group:${verb}`)
    assert.deepEqual(
      [...expected, 'scim:token:rotate'].filter((name) => !actions.has(name)),
      [],
    )
    return [...expected, 'scim:token:rotate'].join(', ')
  }),
  walk('8', 'a logo over 256 KB is refused, and its type is detected from the bytes', async (door) => {
    const send = (bytes: Uint8Array<ArrayBuffer>, type: string) => {
      const form = new FormData()
      form.append('file', new Blob([bytes], { type }), 'logo.png')
      return ask(door, 'POST /branding/assets/logo', { body: form })
    }
    const large = await send(new Uint8Array(256 * 1024 + 1), 'image/png')
    const text = await send(new TextEncoder().encode('<html><script>x()</script>'), 'image/png')
    assert.deepEqual([large.status, [415, 422].includes(text.status)], [413, true], `${large.text} ${text.text}`)
    return `${large.status}; a page that says it is image/png: ${text.status}`
  }),
  walk(
    '7',
    'a page size over the maximum, an unknown parameter and an unknown member are 422 with their place',
    async (door) => {
      const came = [
        await ask(door, 'GET /alerts?limit=501'),
        await ask(door, 'GET /alerts?severty=high'),
        await ask(door, 'POST /cases', { body: { title: 'walked', severity: 'low', owner: 'ann' } }),
      ]
      assert.deepEqual(
        came.map(({ status }) => status),
        [422, 422, 422],
      )
      const places = came.map(({ detail }) => (detail as { loc: string[] }[])[0]?.loc.join('.'))
      assert.deepEqual(places, ['query.limit', 'query.severty', 'body.owner'])
      return places.join(', ')
    },
  ),
]
