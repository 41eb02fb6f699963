/**
 * Executes response actions, sends notifications, reverts temporary actions, expires approvals, and reports honeytoken
 * triggers.
 */
import { chatBotConfig, linkConfig, mailConfig, phoneConfig, pushConfig, verifyConfig } from '../../api/config.ts'
import { touchWorkers } from '../../control/detect/honeytokens/index.ts'
import { recordIn } from '../../control/platform/acting/index.ts'
import { openVault, vaultKeys } from '../../control/platform/vault/index.ts'
import { campaignWorkers } from '../../control/respond/campaigns/index.ts'
import { responseWorkers, ticketWorkers } from '../../control/respond/response/index.ts'
import { threadWorkers } from '../../control/soc/chat/index.ts'
import { deliveryWorkers, openMailer, openPhone } from '../../control/soc/delivery/index.ts'
import { openEgress, openPlaces } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { sealerOf } from '../../platform/seal.ts'
import { openPostgres } from '../../stores/postgres/pool.ts'
import { runRoleWork } from '../health/background-work.ts'
import { refuseMissingKeys } from '../health/credential-keys.ts'
import { listenForParts } from '../health/part-servers.ts'
import { passOperationsOn, redirectTo } from '../health/pass-operations-on.ts'
import { statusServer } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { airGapOf } from '../settings/air-gap.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { apiHop, reachedUrl } from '../settings/listening.ts'
import { requireCredentialKey } from '../settings/role-requirements.ts'
import { serveWorkers } from './serve-workers.ts'

export const startActions: StartRole = async (config, log) => {
  if (config.databaseUrl === null)
    throw new AppError('bad_config', 'DATABASE_URL: required, actions and approvals are stored there')
  requireCredentialKey(config)
  const stop = new AbortController()
  const pool = openPostgres({ url: config.databaseUrl, poolSize: 6, log })
  await refuseMissingKeys(config, pool, log)
  const vault = openVault(vaultKeys(credentialKey(config), false, log), log)
  const out = {
    airGap: airGapOf(config),
    allowPrivate: config.ssrfAllowPrivate,
    log,
  }
  const ways = { egress: openEgress(out), findPlace: openPlaces(out) }
  const { alertWebhookUrl: url, alertWebhookSecret: secret } = config
  const deps = { pool, log, nowMs: Date.now, egress: ways.egress }
  const metrics = openMetrics('actions')
  const mailServer = mailConfig()
  if (mailServer === null) log.warn('SVC_SMTP_URL is not set: notifications by mail will fail')
  const sealer = sealerOf(credentialKey(config))
  const links = linkConfig(reachedUrl(config, 'console'))
  const verify = verifyConfig(links.apiUrl)
  const mailer = mailServer && openMailer(mailServer, openPlaces(out, 'operator'), Date.now)
  const phones = phoneConfig()
  const bot = chatBotConfig()
  const notices = {
    phone: phones && openPhone(phones, ways.egress),
    ...{ ...deps, ...ways, ...links, vault, sealer, mailer },
    ...{ vapid: pushConfig(), audit: recordIn(sealer), bot },
  }
  const touches = url === null ? [] : touchWorkers({ ...deps, url, secret })
  const workers = runRoleWork(
    [
      ...responseWorkers({ ...deps, vault, ...ways, verify }),
      ...ticketWorkers({ ...deps, vault, ...ways }),
      ...deliveryWorkers(notices),
      ...threadWorkers({ ...deps, vault, webUrl: links.webUrl, bot }),
      ...campaignWorkers(notices),
      ...touches,
    ],
    { role: 'actions', pool, log, metrics, stop: stop.signal },
  )
  const checks = { postgres: () => pool.query('SELECT 1'), ...workers.checks }
  const api = apiHop(config)
  const toApi = passOperationsOn(api, [{ method: 'POST', path: /^\/actions$/ }])
  const verified = redirectTo(links.apiUrl, '/api/v1/chatops/verify?')
  const server = statusServer(
    metrics,
    log,
    checks,
    workers.figures,
    (request, response) => verified(request, response) || toApi(request, response),
  )
  const closeParts = await listenForParts(config, { honeytokens: touches }, { metrics, log, checks })
  return serveWorkers(config, 'actions', { server, workers, stop, closeFirst: [closeParts], close: [() => pool.end()] })
}
