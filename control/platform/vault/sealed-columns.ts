/**
 * Every column sealed with the credential key. A key can be dropped when nothing in these columns uses it, so a sealed
 * column missing here would lose its data: tests look for such columns and such code.
 */

/** Values of the columns of the key, as text. */
export type KeyValues = Readonly<Record<string, string>>

export type SealedColumn = {
  readonly table: string
  readonly column: string
  /** Columns of the primary key with their types, in its order. */
  readonly key: Readonly<Record<string, 'text' | 'uuid'>>
  /**
   * `sealed`: bytes of the sealer, bound to `context`. `vaulted`: one text of the vault. `vaulted_members`: JSON with
   * texts of the vault anywhere in it.
   */
  readonly form: 'sealed' | 'vaulted' | 'vaulted_members'
  readonly context?: (row: KeyValues) => string
  /** SQL: rows that are still opened. Others are sealed again too, and a key that only they need may be dropped. */
  readonly live?: string
  /** Functions that stop working without the key, in words of an operator. */
  readonly serves: string
  /** Files that seal into it. */
  readonly sealedIn: readonly string[]
  /** Rows that one transaction reseals, few enough to fit into memory together. */
  readonly page?: number
}

const OF_TENANT = { tenant_id: 'text', id: 'uuid' } as const

export const SESSION_KEY = {
  ...{ table: 'signing_keys', column: 'secret_sealed', key: { id: 'uuid' }, form: 'sealed' },
  context: ({ id }: KeyValues) => `signing_keys/${id}`,
  ...{ live: 'retired_at IS NULL', serves: 'sign-in', sealedIn: ['control/identity/accounts/signing-keys.ts'] },
} as const satisfies SealedColumn

export const AUDIT_SUBJECT = {
  ...{ table: 'audit_subjects', column: 'key_sealed', key: { tenant_id: 'text', ref: 'uuid' }, form: 'sealed' },
  context: ({ tenant_id, ref }: KeyValues) => `audit subject/${tenant_id}/${ref}`,
  ...{ serves: 'audit log and every change', sealedIn: ['control/platform/audit/subject-keys.ts'] },
} as const satisfies SealedColumn

export const PUSH_TOKEN = {
  ...{ table: 'inbox_tokens', column: 'token_sealed', key: OF_TENANT, form: 'sealed' },
  context: ({ tenant_id, id }: KeyValues) => `inbox_tokens/${tenant_id}/${id}/token`,
  ...{ live: 'revoked_at IS NULL', serves: 'tokens mint', sealedIn: ['control/identity/tokens/mint-token.ts'] },
} as const satisfies SealedColumn

export const PUSH_TOKEN_HMAC = {
  ...{ table: 'inbox_tokens', column: 'hmac_secret_sealed', key: OF_TENANT, form: 'sealed' },
  context: ({ tenant_id, id }: KeyValues) => `inbox_tokens/${tenant_id}/${id}/hmac`,
  ...{ live: 'revoked_at IS NULL', serves: 'signed pushes', sealedIn: ['control/identity/tokens/mint-token.ts'] },
} as const satisfies SealedColumn

export const EVIDENCE_FILE = {
  ...{ table: 'compliance_evidence_files', column: 'sealed', key: OF_TENANT, form: 'sealed', page: 4 },
  context: ({ tenant_id, id }: KeyValues) => `evidence file ${tenant_id} ${id}`,
  ...{ serves: 'files of evidence', sealedIn: ['control/platform/compliance/evidence-files.ts'] },
} as const satisfies SealedColumn

export const CASE_ATTACHMENT = {
  ...{ table: 'case_attachments', column: 'sealed', key: OF_TENANT, form: 'sealed', page: 4 },
  context: ({ tenant_id, id }: KeyValues) => `case attachment ${tenant_id} ${id}`,
  ...{ serves: 'attachments of cases', sealedIn: ['control/soc/cases/attachments.ts'] },
} as const satisfies SealedColumn

/** In the order of resealing: the most widely needed columns first. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SESSION_KEY,
  AUDIT_SUBJECT,
  {
    ...{ table: 'audit_signing_keys', column: 'private_sealed', key: { key_id: 'text' }, form: 'vaulted' },
    ...{ serves: 'signing of the audit log', sealedIn: ['control/platform/audit/signing-keys.ts'] },
  },
  {
    ...{ table: 'sso_connections', column: 'client_secret', key: OF_TENANT, form: 'vaulted' },
    ...{ serves: 'sign-in over SSO', sealedIn: ['control/identity/accounts/sso/manage-connections.ts'] },
  },
  PUSH_TOKEN,
  PUSH_TOKEN_HMAC,
  {
    ...{ table: 'connectors', column: 'auth_config', key: OF_TENANT, form: 'vaulted_members' },
    serves: 'connectors',
    sealedIn: ['control/platform/connectors/manage-connectors.ts', 'control/platform/vault/auth-config.ts'],
  },
  {
    ...{ table: 'response_executors', column: 'secret', key: OF_TENANT, form: 'vaulted' },
    ...{ serves: 'response executors', sealedIn: ['control/respond/response/executors/executor-store.ts'] },
  },
  {
    ...{ table: 'tool_servers', column: 'credential', key: OF_TENANT, form: 'vaulted_members' },
    ...{ serves: 'tool servers', sealedIn: ['control/respond/tool-servers/manage-tool-servers.ts'] },
  },
  {
    ...{ table: 'model_credentials', column: 'api_key', key: { tenant_id: 'text' }, form: 'vaulted' },
    ...{ serves: 'models', sealedIn: ['control/respond/models/put-credential.ts'] },
  },
  {
    ...{ table: 'intel_feeds', column: 'api_key', key: OF_TENANT, form: 'vaulted' },
    ...{ serves: 'feeds of indicators', sealedIn: ['control/detect/intel/feeds/sync-feed.ts'] },
  },
  {
    ...{ table: 'playbook_secrets', column: 'value', key: { tenant_id: 'text', name: 'text' }, form: 'vaulted' },
    ...{ serves: 'secrets of playbooks', sealedIn: ['control/respond/playbooks/secrets.ts'] },
  },
  {
    ...{ table: 'playbook_hooks', column: 'secret', key: OF_TENANT, form: 'vaulted' },
    ...{ serves: 'webhooks of playbooks', sealedIn: ['control/respond/playbooks/hooks.ts'] },
  },
  {
    ...{ table: 'export_signing_keys', column: 'private_sealed', form: 'vaulted' },
    key: { tenant_id: 'text', key_id: 'text' },
    ...{ serves: 'signatures of exports', sealedIn: ['control/platform/exports/sign-export.ts'] },
  },
  CASE_ATTACHMENT,
  EVIDENCE_FILE,
]

export const nameOfColumn = ({ table, column }: SealedColumn): string => `${table}.${column}`
