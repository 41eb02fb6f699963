/** The dependencies of the API. It opens nothing itself: services/ decides which implementations it gets. */
import type { Enrichment } from '../control/detect/enrichment/index.ts'
import type { RemoteCatalogue } from '../control/detect/marketplace/index.ts'
import type { SandboxSettings } from '../control/detect/sandbox/index.ts'
import type {
  AccessChanges,
  HashSlots,
  LoginThrottle,
  PrincipalCache,
  ProviderDocuments,
  SignInStates,
  SigningKeys,
} from '../control/identity/accounts/index.ts'
import type { RecordAct, RefusalLog } from '../control/platform/acting/index.ts'
import type { AuditLog } from '../control/platform/audit/index.ts'
import type { SubjectFiles } from '../control/platform/governance/index.ts'
import type { Vault } from '../control/platform/vault/index.ts'
import type { InstallationModel, ModelDeps } from '../control/respond/models/index.ts'
import type { ChatBot, VerifySettings } from '../control/respond/response/index.ts'
import type { Stdio } from '../control/respond/tool-servers/index.ts'
import type { Mailer } from '../control/soc/delivery/index.ts'
import type { Vapid } from '../control/soc/web-push/index.ts'
import type { Egress } from '../platform/egress/client.ts'
import type { Checks, Figures } from '../platform/health.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Sealer } from '../platform/seal.ts'
import type { TenantId } from '../platform/tenant.ts'
import type { AskKql } from '../query/kql/kql-answer.ts'
import type { RetroHunt, RetroHuntResult } from '../query/retro-hunt.ts'
import type { RuleSearch } from '../query/search/search-by-rule.ts'
import type { FoundPage } from '../query/search/search-events.ts'
import type { ArchivedEvents } from '../stores/clickhouse/archived-events.ts'
import type { Reader, ReadLimits } from '../stores/clickhouse/tenant-reader.ts'
import type { ObjectStore } from '../stores/iceberg/object-store.ts'
import type { Postgres } from '../stores/postgres/pool.ts'
import type { RequestWindows } from '../stores/redis/request-windows.ts'
import type { ChangeFeed } from './realtime/change-feed.ts'
import type { RealtimeHop } from './realtime/hop/connect-to-realtime.ts'

export type AirgapStatus = { readonly enabled: boolean; readonly allowlist: readonly string[] }

/** Sign-in through identity providers. */
export type SsoPort = {
  readonly states: SignInStates
  readonly documents: ProviderDocuments
  /** Origin at which browsers reach the API. Null: sign-ins over SSO answer 503. */
  readonly publicUrl: string | null
}

export type ModelLimits = Pick<ModelDeps, 'installationKey' | 'callsMax' | 'tokensMax' | 'timeoutMs'>

/** The archive of the lake, which other programs read through this API. */
export type ArchivePort = {
  readonly store: ObjectStore
  /** Secret key of S3 that belongs to an access key which this installation lent. */
  readonly secretOf: (accessKeyId: string) => string
}

export type ChatSettings = {
  readonly slackSecret: string | null
  readonly teamsSecret: string | null
  readonly teamsAppId?: string | null
  readonly defaultTenant: TenantId | null
  readonly bot?: ChatBot | null
}

export type RateLimits = {
  /** Requests a minute of one API key or service. */
  readonly key: number
  /** Requests a minute of one user, over all sessions. */
  readonly user: number
  /** Requests a minute of one source address that shows no valid credential. */
  readonly address: number
}

export type ApiDeps = {
  /** Signs in as svc_app: the API never works across tenants. */
  readonly pool: Postgres
  readonly keys: SigningKeys
  readonly principals: PrincipalCache
  /** Sockets are checked at once when access changes; without it at the next regular check. */
  readonly accessChanges?: AccessChanges | undefined
  readonly throttle: LoginThrottle
  readonly slots: HashSlots
  readonly windows: RequestWindows
  /** Reader of the lake for one tenant; routes that need it answer 503 without one. */
  readonly lake?: ((tenant: TenantId, limits?: ReadLimits) => Reader) | undefined
  /** The catalogue and files of the archive; their routes answer 503 without it. */
  readonly archive?: ArchivePort | undefined
  /** Files of the archive and of exports, for the proof of an erasure. */
  readonly subjectFiles?: SubjectFiles | undefined
  /** Events that a rule's condition holds for, a page of them; 503 where there is no lake. */
  readonly searchByRule?:
    | ((
        tenant: TenantId,
        search: RuleSearch,
        gone: AbortSignal,
        archive: ArchivedEvents | undefined,
      ) => Promise<FoundPage>)
    | undefined
  /** Whole KQL queries, in a thread that can be ended; 503 where there is no lake. */
  readonly askKql?: AskKql | undefined
  /** Milliseconds in which a request with KQL is answered; then it goes on as a job. */
  readonly kqlAnswerMs?: number | undefined
  /** Days that the lake keeps events; undefined when unknown. */
  readonly retentionDays?: number | undefined
  /** Feed of new alerts; without it subscriptions answer `unavailable`. */
  readonly changeFeed?: ChangeFeed | undefined
  /** Runs rules over a tenant's stored events until the signal is aborted; 503 without a lake. */
  readonly backTest?:
    | ((
        tenant: TenantId,
        hunt: RetroHunt,
        signal: AbortSignal,
        archive: ArchivedEvents | undefined,
      ) => Promise<RetroHuntResult>)
    | undefined
  /** Connection to the realtime service; without it the streams' routes answer 503. */
  readonly realtimeHop?: RealtimeHop | undefined
  readonly rateLimits?: RateLimits | undefined
  /** Secrets of tenants. */
  readonly vault: Vault
  /** Ids of the credential keys, newest first; none where the key ends with the process. */
  readonly credentialKeyIds?: readonly string[] | undefined
  /** Seals the tokens that senders of events present. */
  readonly sealer: Sealer
  /** Sign-in connections; their routes answer 503 without it. */
  readonly sso?: SsoPort | undefined
  readonly audit: RecordAct
  /** Records refused changes in the audit log; without it they are not recorded. */
  readonly refusals?: RefusalLog | undefined
  /** Reads the audit log; routes that show, export, prove or erase entries answer 503 without it. */
  readonly auditLog?: AuditLog | undefined
  /** The author of a rule may not approve it, unless this is false. */
  readonly isDetectionSeparated?: boolean | undefined
  /** True when honeytoken triggers are sent to an outside receiver. */
  readonly tellsTouches?: boolean | undefined
  /** True when closed findings of connectors are read for shadow mode; false by default. */
  readonly readsClosures?: boolean | undefined
  /** Push messages; their routes answer 503 without it. */
  readonly vapid?: Vapid | null | undefined
  /** The tool servers over stdio that an operator allows; none by default. */
  readonly stdio?: Stdio | undefined
  /** Settings of the bot in Slack and Teams; without them there is no bot. */
  readonly chat?: ChatSettings | undefined
  /** Settings for asking users over chat; without them that is disabled. */
  readonly verify?: VerifySettings | undefined
  /** Queries enrichment sources; enrichment answers 503 without it. */
  readonly enrichment?: Enrichment | undefined
  /** The MISP that indicators are pushed to; pushes answer 503 without one. */
  readonly misp?: { readonly pushAuto: boolean } | null | undefined
  /**
   * Verifies the signatures of the phone provider's requests; null or undefined when none is configured. `apiUrl` is
   * the address that the provider calls.
   */
  readonly phone?: { readonly authToken: string; readonly apiUrl: string } | null | undefined
  /** Address that mails come from; null or undefined: no mail server is configured. */
  readonly mailFrom?: string | null | undefined
  /** Origin of the console in links for people, without a slash at its end. */
  readonly webUrl: string
  /** Mails links to set a new password; without it none are sent. */
  readonly passwordMail?: { readonly mailer: Mailer; readonly webUrl: string } | null | undefined
  /** The model for tenants without one of their own. */
  readonly model?: InstallationModel | null | undefined
  /**
   * The daily token budget of a tenant for models; without it, the model's key or outbound access, no model can be
   * tested.
   */
  readonly modelLimits?: ModelLimits | undefined
  /** True when a service of this installation sends requests to models; false by default. */
  readonly asksModels?: boolean | undefined
  /** Network access to indicator feeds; syncs answer 503 without it. */
  readonly egress?: Egress | undefined
  /** The operator's sandboxes; without them there is only the mock. */
  readonly sandbox?: SandboxSettings | undefined
  /** The remote catalogue of the marketplace, in addition to the built-in items. */
  readonly marketplace?: RemoteCatalogue | null | undefined
  readonly serviceTokens: readonly string[]
  /** Service token of the agents service. Null or undefined: it cannot sign in. */
  readonly agentsToken?: string | null
  /** In development mode, unsigned direct-write submits act as an operator of this tenant. */
  readonly developmentTenant: TenantId | null
  readonly corsOrigins: readonly string[]
  /** Take the source address from X-Forwarded-For, as these proxies set it. */
  readonly trustedProxies: readonly string[]
  /** Token that the console shows when it passes a request on; null: a console is a client as any other. */
  readonly consoleToken: string | null
  readonly airgap: AirgapStatus
  /** True when tenants may name targets in private networks; false by default. */
  readonly allowPrivateTargets?: boolean | undefined
  /** Checks behind `/health`, by subsystem name; a rejection means down. */
  readonly subsystems: Checks
  /** Numbers that `/health` shows beside the states. */
  readonly figures?: Figures | undefined
  /** Switched off by an SVC_DISABLE_* flag: routes that need one answer 503. */
  readonly disabled: ReadonlySet<string>
  readonly metrics: Metrics
  readonly log: Log
  readonly nowMs: () => number
}

/**
 * @bound requests of an API key = {key} a minute -> 429 with Retry-After
 * @bound requests of a user to the API = {user} a minute -> 429 with Retry-After
 * @bound requests of an address to the API = {address} a minute -> 429 with Retry-After
 */
export const RATE_LIMITS: RateLimits = { key: 1000, user: 100, address: 1000 }
