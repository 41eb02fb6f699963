// Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.

export const API_VERSION = "1.0.0"

/** Method, path, and letters of `call.ts` for the inputs and the response of an operation. */
export const OPERATIONS = {
  actions: {
    create: "POST /actions b",
    dryRun: "POST /actions/dry-run br",
    get: "GET /actions/{action_id} -",
    list: "GET /actions qp",
    undo: "POST /actions/{action_id}/undo -",
    types: {
      list: "GET /actions/types qp",
    },
  },
  agentComparisons: {
    create: "POST /agent-comparisons b",
    get: "GET /agent-comparisons/{id} -",
    list: "GET /agent-comparisons qp",
  },
  airgap: {
    status: "GET /airgap/status u",
  },
  alertBulkChanges: {
    undo: "POST /alert-bulk-changes/{bulk_id}/undo -",
  },
  alertViews: {
    delete: "DELETE /alert-views/{id} -",
    list: "GET /alert-views qp",
    replace: "PUT /alert-views b",
  },
  alerts: {
    assign: "POST /alerts/{id}/assign b",
    bulk: "POST /alerts/bulk b",
    claim: "POST /alerts/{id}/claim -",
    create: "POST /alerts bk",
    delete: "DELETE /alerts/{id} -",
    escalate: "POST /alerts/{id}/escalate b",
    facets: "GET /alerts/facets q",
    get: "GET /alerts/{id} -",
    list: "GET /alerts qp",
    metrics: "GET /alerts/metrics q",
    similar: "GET /alerts/{id}/similar q",
    snooze: "POST /alerts/{id}/snooze b",
    stats: "GET /alerts/stats q",
    submit: "POST /alerts/submit bqk tenant_id=x-tenant-id",
    update: "PATCH /alerts/{id} b",
    verdictReasons: "GET /alerts/verdict-reasons -",
    assignees: {
      list: "GET /alerts/assignees qp",
    },
    enrichment: {
      get: "GET /alerts/{id}/enrichment -",
      run: "POST /alerts/{id}/enrichment -",
    },
    history: {
      list: "GET /alerts/{id}/history qp",
    },
    investigations: {
      list: "GET /alerts/{id}/investigations qp",
    },
    queue: {
      list: "GET /alerts/queue qp",
    },
    verdictOverride: {
      lookAlikes: "POST /alerts/{id}/verdict-override/look-alikes b",
      run: "POST /alerts/{id}/verdict-override b",
      undo: "POST /alerts/{id}/verdict-override/undo b",
    },
  },
  apiKeys: {
    create: "POST /api-keys b",
    delete: "DELETE /api-keys/{id} -",
    list: "GET /api-keys qp",
    update: "PATCH /api-keys/{id} b",
  },
  approvals: {
    approve: "POST /approvals/{approval_id}/approve b",
    create: "POST /approvals b",
    get: "GET /approvals/{approval_id} -",
    list: "GET /approvals qp",
    reject: "POST /approvals/{approval_id}/reject b",
    byLink: {
      decide: "POST /approvals/by-link/decide b",
      run: "POST /approvals/by-link b",
    },
  },
  audit: {
    consistency: "GET /audit/consistency q",
    export: "GET /audit/export qd",
    head: "GET /audit/head -",
    list: "GET /audit qp",
    entries: {
      proof: "GET /audit/entries/{id}/proof -",
    },
    keys: {
      list: "GET /audit/keys qp",
    },
  },
  auditLog: {
    list: "GET /audit-log qp",
  },
  auth: {
    login: "POST /auth/login bu",
    logout: "POST /auth/logout -",
    refresh: "POST /auth/refresh bu",
    invitations: {
      accept: "POST /auth/invitations/accept bu",
    },
    oidc: {
      callback: "GET /auth/oidc/callback qu",
      login: "POST /auth/oidc/login bu",
    },
    passwordReset: {
      confirm: "POST /auth/password-reset/confirm bu",
      run: "POST /auth/password-reset bu",
    },
    saml: {
      login: "POST /auth/saml/login bu",
      metadata: "GET /auth/saml/metadata u",
      callback: {
        get: "GET /auth/saml/callback qu",
        post: "POST /auth/saml/callback fu",
      },
    },
  },
  autonomyPolicy: {
    agreement: "GET /autonomy-policy/agreement q",
    missedThreats: "GET /autonomy-policy/missed-threats -",
    closureAudits: {
      list: "GET /autonomy-policy/closure-audits qp",
      verdict: "POST /autonomy-policy/closure-audits/{alert_id}/verdict b",
    },
    grants: {
      create: "POST /autonomy-policy/grants b",
      delete: "DELETE /autonomy-policy/grants/{id} -",
      list: "GET /autonomy-policy/grants qp",
    },
    killSwitch: {
      get: "GET /autonomy-policy/kill-switch -",
      update: "PUT /autonomy-policy/kill-switch b",
    },
    shadowMode: {
      list: "GET /autonomy-policy/shadow-mode qp",
      update: "PUT /autonomy-policy/shadow-mode/{alert_class} b",
    },
    shadowVerbs: {
      list: "GET /autonomy-policy/shadow-verbs qp",
      update: "PUT /autonomy-policy/shadow-verbs/{verb} b",
    },
    verbDecisions: {
      list: "GET /autonomy-policy/verb-decisions qp",
      verdict: "POST /autonomy-policy/verb-decisions/{decision_id}/verdict b",
    },
  },
  branding: {
    get: "GET /branding -",
    update: "PUT /branding b",
    assets: {
      logo: {
        delete: "DELETE /branding/assets/logo -",
        get: "GET /branding/assets/logo d",
        upload: "POST /branding/assets/logo mq",
      },
    },
    messages: {
      list: "GET /branding/messages qp",
      preview: "POST /branding/messages/{kind}/preview br",
      update: "PUT /branding/messages/{kind} b",
    },
  },
  campaigns: {
    create: "POST /campaigns b",
    get: "GET /campaigns/{id} -",
    list: "GET /campaigns qp",
  },
  caseEscalationPolicies: {
    delete: "DELETE /case-escalation-policies/{id} -",
  },
  caseFields: {
    create: "POST /case-fields b",
    delete: "DELETE /case-fields/{field_id} -",
    list: "GET /case-fields qp",
  },
  caseQueues: {
    delete: "DELETE /case-queues/{id} -",
    update: "PATCH /case-queues/{id} b",
  },
  caseSlaPolicies: {
    update: "PATCH /case-sla-policies/{id} b",
  },
  caseTemplates: {
    create: "POST /case-templates b",
    delete: "DELETE /case-templates/{template_id} -",
    list: "GET /case-templates qp",
  },
  cases: {
    acknowledge: "POST /cases/{id}/acknowledge -",
    assign: "POST /cases/{id}/assign b",
    create: "POST /cases bk",
    delete: "DELETE /cases/{id} -",
    get: "GET /cases/{id} -",
    ledger: "GET /cases/{id}/ledger -",
    list: "GET /cases qp",
    merge: "POST /cases/{id}/merge b",
    move: "POST /cases/{id}/move b",
    postmortem: "GET /cases/{id}/postmortem q",
    reopen: "POST /cases/{id}/reopen b",
    split: "POST /cases/{id}/split b",
    summary: "GET /cases/{id}/summary q",
    update: "PATCH /cases/{id} b",
    alerts: {
      create: "POST /cases/{id}/alerts b",
      list: "GET /cases/{id}/alerts qp",
      unlink: "POST /cases/{id}/alerts/unlink b",
    },
    attachments: {
      create: "POST /cases/{id}/attachments mq",
      delete: "DELETE /cases/{id}/attachments/{attachment_id} -",
      get: "GET /cases/{id}/attachments/{attachment_id} d",
      list: "GET /cases/{id}/attachments qp",
    },
    bulk: {
      preview: "POST /cases/bulk/preview br",
      run: "POST /cases/bulk b",
    },
    comments: {
      create: "POST /cases/{id}/comments b",
      list: "GET /cases/{id}/comments qp",
    },
    escalationPolicies: {
      create: "POST /cases/escalation-policies b",
      list: "GET /cases/escalation-policies qp",
    },
    export: {
      list: "GET /cases/export qp",
    },
    handoffs: {
      acknowledge: "POST /cases/handoffs/{handoff_id}/acknowledge -",
      create: "POST /cases/handoffs b",
      list: "GET /cases/handoffs qp",
    },
    investigations: {
      list: "GET /cases/{id}/investigations qp",
      replay: "POST /cases/{id}/investigations/replay b",
      start: "POST /cases/{id}/investigations/start q",
    },
    mentions: {
      list: "GET /cases/mentions qp",
      seen: "POST /cases/mentions/{mention_id}/seen r",
    },
    moves: {
      list: "GET /cases/{id}/moves qp",
      undo: "POST /cases/moves/{move_id}/undo -",
    },
    notifications: {
      list: "GET /cases/{id}/notifications qp",
    },
    observables: {
      create: "POST /cases/{id}/observables b",
      delete: "DELETE /cases/{id}/observables/{observable_id} -",
      list: "GET /cases/{id}/observables qp",
    },
    queues: {
      create: "POST /cases/queues b",
      list: "GET /cases/queues qp",
    },
    similar: {
      list: "GET /cases/{id}/similar qp",
    },
    slaPolicies: {
      create: "POST /cases/sla-policies b",
      list: "GET /cases/sla-policies qp",
    },
    tasks: {
      create: "POST /cases/{id}/tasks b",
      delete: "DELETE /cases/{id}/tasks/{task_id} -",
      list: "GET /cases/{id}/tasks qp",
      update: "PATCH /cases/{id}/tasks/{task_id} b",
    },
    tickets: {
      list: "GET /cases/{id}/tickets qp",
    },
    time: {
      create: "POST /cases/{id}/time b",
      list: "GET /cases/{id}/time qp",
    },
    timeline: {
      create: "POST /cases/{id}/timeline b",
      list: "GET /cases/{id}/timeline qp",
    },
    transitions: {
      list: "GET /cases/{id}/transitions qp",
    },
  },
  chat: {
    deleteAccounts: "DELETE /chat/accounts -",
    linkCodes: "POST /chat/link-codes -",
  },
  compliance: {
    controls: {
      list: "GET /compliance/controls qp",
    },
    dashboard: {
      get: "GET /compliance/dashboard/{framework} -",
    },
    evidence: {
      create: "POST /compliance/evidence b",
      list: "GET /compliance/evidence qp",
      review: "POST /compliance/evidence/{evidence_id}/review b",
      files: {
        create: "POST /compliance/evidence/{evidence_id}/files mq",
        get: "GET /compliance/evidence/{evidence_id}/files/{file_id} d",
      },
    },
    frameworks: {
      list: "GET /compliance/frameworks qp",
    },
    history: {
      get: "GET /compliance/history/{framework} qp",
    },
  },
  configuration: {
    apply: "POST /configuration/apply b",
    list: "GET /configuration qp",
    plan: "POST /configuration/plan br",
  },
  connectors: {
    create: "POST /connectors b",
    delete: "DELETE /connectors/{id} -",
    get: "GET /connectors/{id} -",
    list: "GET /connectors qp",
    poll: "POST /connectors/{id}/poll -",
    test: "POST /connectors/test b",
    testOne: "POST /connectors/{id}/test b",
    update: "PATCH /connectors/{id} b",
    polls: {
      list: "GET /connectors/{id}/polls qp",
    },
    types: {
      list: "GET /connectors/types qp",
    },
  },
  copilot: {
    ask: "POST /copilot/ask b",
    actions: {
      run: "POST /copilot/actions/{action_id}/run -",
    },
    context: {
      alert: {
        get: "GET /copilot/context/alert/{alert_id} -",
      },
      case: {
        get: "GET /copilot/context/case/{case_id} -",
      },
      playbook: {
        get: "GET /copilot/context/playbook/{playbook_id} -",
      },
      rule: {
        get: "GET /copilot/context/rule/{rule_id} -",
      },
    },
  },
  deadLetters: {
    list: "GET /dead-letters qp",
    replays: {
      cancel: "POST /dead-letters/replays/{id}/cancel -",
      create: "POST /dead-letters/replays b",
      get: "GET /dead-letters/replays/{id} -",
      list: "GET /dead-letters/replays qp",
    },
  },
  delegations: {
    enter: "POST /delegations/{id}/enter r",
    list: "GET /delegations qp",
  },
  deputies: {
    create: "POST /deputies b",
    end: "POST /deputies/{id}/end -",
    list: "GET /deputies qp",
  },
  detectionProposals: {
    comment: "POST /detection-proposals/{id}/comment b",
    create: "POST /detection-proposals b",
    decide: "POST /detection-proposals/{id}/decide b",
    eval: "POST /detection-proposals/{id}/eval b",
    evaluateRule: "POST /detection-proposals/{id}/evaluate-rule b",
    get: "GET /detection-proposals/{id} -",
    list: "GET /detection-proposals qp",
    promote: "POST /detection-proposals/{id}/promote -",
    baseline: {
      create: "POST /detection-proposals/baseline b",
      list: "GET /detection-proposals/baseline qp",
    },
  },
  detections: {
    create: "POST /detections b",
    list: "GET /detections qp",
    stats: "GET /detections/stats q",
  },
  enrichment: {
    run: "POST /enrichment br",
    tables: {
      get: "GET /enrichment/tables/{table} qp",
      update: "PUT /enrichment/tables/{table} b",
    },
  },
  entityRisk: {
    get: "GET /entity-risk/{entity} q",
    list: "GET /entity-risk qp",
  },
  events: {
    fields: "GET /events/fields -",
    get: "GET /events/{uid} -",
    processTree: "GET /events/process-tree q",
    search: "POST /events/search bcr",
    tail: "POST /events/tail bcr",
    facets: {
      get: "GET /events/facets q",
      run: "POST /events/facets br",
    },
    histogram: {
      get: "GET /events/histogram q",
      run: "POST /events/histogram br",
    },
    savedSearches: {
      create: "POST /events/saved-searches b",
      delete: "DELETE /events/saved-searches/{id} -",
      list: "GET /events/saved-searches qp",
      update: "PUT /events/saved-searches/{id} b",
    },
    searches: {
      cancel: "POST /events/searches/{id}/cancel -",
      counts: "GET /events/searches/{id}/counts q",
      get: "GET /events/searches/{id} q",
      list: "GET /events/searches qp",
      table: "GET /events/searches/{id}/table q",
    },
  },
  exports: {
    alerts: "GET /exports/alerts qd",
    audit: "GET /exports/audit qd",
    cases: "GET /exports/cases qd",
    events: "GET /exports/events qd",
    usage: "GET /exports/usage qd",
    compliance: {
      get: "GET /exports/compliance/{framework} qd",
    },
    jobs: {
      cancel: "POST /exports/jobs/{id}/cancel -",
      create: "POST /exports/jobs b",
      file: "GET /exports/jobs/{id}/file d",
      get: "GET /exports/jobs/{id} -",
      list: "GET /exports/jobs qp",
    },
  },
  federated: {
    query: "POST /federated/query b",
    translate: "POST /federated/translate br",
  },
  governance: {
    exportSignatures: {
      get: "GET /governance/export-signatures/{id} -",
      list: "GET /governance/export-signatures qp",
    },
    fieldRules: {
      create: "POST /governance/field-rules b",
      delete: "DELETE /governance/field-rules/{id} -",
      list: "GET /governance/field-rules qp",
      update: "PATCH /governance/field-rules/{id} b",
    },
    legalHolds: {
      create: "POST /governance/legal-holds b",
      list: "GET /governance/legal-holds qp",
      release: "POST /governance/legal-holds/{id}/release b",
    },
    residency: {
      get: "GET /governance/residency -",
      update: "PUT /governance/residency b",
      violations: {
        list: "GET /governance/residency/violations qp",
      },
    },
    retention: {
      get: "GET /governance/retention -",
      update: "PUT /governance/retention b",
      runs: {
        list: "GET /governance/retention/runs qp",
      },
    },
    subjectDeletions: {
      certificate: "GET /governance/subject-deletions/{id}/certificate -",
      create: "POST /governance/subject-deletions b",
      get: "GET /governance/subject-deletions/{id} -",
      list: "GET /governance/subject-deletions qp",
      proof: "GET /governance/subject-deletions/{id}/proof q",
      refuse: "POST /governance/subject-deletions/{id}/refuse b",
    },
  },
  health: {
    get: "GET /health u",
    shadowReconciliation: "GET /health/shadow-reconciliation -",
  },
  healthz: {
    get: "GET /healthz u",
  },
  honeytokenIgnores: {
    create: "POST /honeytoken-ignores b",
    delete: "DELETE /honeytoken-ignores/{ignore_id} -",
    list: "GET /honeytoken-ignores qp",
  },
  honeytokens: {
    create: "POST /honeytokens b",
    delete: "DELETE /honeytokens/{id} -",
    file: "GET /honeytokens/{id}/file qd",
    get: "GET /honeytokens/{id} -",
    list: "GET /honeytokens qp",
    plantings: "POST /honeytokens/plantings b",
    selfTest: "POST /honeytokens/{id}/self-test -",
    stats: "GET /honeytokens/stats -",
    events: {
      list: "GET /honeytokens/{id}/events qp",
      listAll: "GET /honeytokens/events qp",
    },
  },
  hunts: {
    create: "POST /hunts b",
    delete: "DELETE /hunts/{hunt_id} -",
    get: "GET /hunts/{hunt_id} -",
    list: "GET /hunts qp",
    update: "PATCH /hunts/{hunt_id} b",
    results: {
      list: "GET /hunts/{hunt_id}/results qp",
    },
    runs: {
      cancel: "POST /hunts/{hunt_id}/runs/{run_id}/cancel -",
      create: "POST /hunts/{hunt_id}/runs b",
      get: "GET /hunts/{hunt_id}/runs/{run_id} -",
      list: "GET /hunts/{hunt_id}/runs qp",
      marks: "POST /hunts/{hunt_id}/runs/{run_id}/marks b",
    },
  },
  identity: {
    deleteData: "DELETE /identity/{user_id}/data r",
  },
  inbox: {
    templates: {
      list: "GET /inbox/templates qp",
    },
    tokens: {
      create: "POST /inbox/tokens b",
      delete: "DELETE /inbox/tokens/{id} -",
      list: "GET /inbox/tokens qp",
    },
  },
  intel: {
    check: "POST /intel/check br",
    enrich: "POST /intel/enrich br",
    feedValues: "GET /intel/feed-values q",
    stix: "GET /intel/stix q",
    feeds: {
      create: "POST /intel/feeds b",
      delete: "DELETE /intel/feeds/{id} -",
      list: "GET /intel/feeds qp",
      sync: "POST /intel/feeds/{id}/sync -",
      update: "PATCH /intel/feeds/{id} b",
    },
    iocs: {
      bulk: "POST /intel/iocs/bulk b",
      create: "POST /intel/iocs bq",
      delete: "DELETE /intel/iocs/{id} -",
      get: "GET /intel/iocs/{id} -",
      list: "GET /intel/iocs qp",
      sightings: "POST /intel/iocs/{ioc_id}/sightings bq",
      update: "PATCH /intel/iocs/{id} b",
    },
    knownWarningLists: {
      list: "GET /intel/known-warning-lists qp",
    },
    mispPushes: {
      list: "GET /intel/misp-pushes qp",
    },
    sightings: {
      list: "GET /intel/sightings qp",
    },
    warningLists: {
      delete: "DELETE /intel/warning-lists/{list_id} -",
      list: "GET /intel/warning-lists qp",
      replace: "PUT /intel/warning-lists b",
      update: "PATCH /intel/warning-lists/{list_id} b",
      entries: {
        list: "GET /intel/warning-lists/{list_id}/entries qp",
      },
    },
  },
  investigationQuestions: {
    answer: "POST /investigation-questions/{run_id}/answer b",
    list: "GET /investigation-questions qp",
  },
  investigations: {
    get: "GET /investigations/{entry_id} -",
    list: "GET /investigations qp",
  },
  lake: {
    capacity: "GET /lake/capacity -",
    query: "POST /lake/query b",
    advice: {
      list: "GET /lake/advice qp",
    },
    indexes: {
      create: "POST /lake/indexes b",
      delete: "DELETE /lake/indexes/{id} -",
      list: "GET /lake/indexes qp",
    },
  },
  llm: {
    status: "GET /llm/status -",
    test: "POST /llm/test -",
    credentials: {
      delete: "DELETE /llm/credentials -",
      get: "GET /llm/credentials -",
      update: "PUT /llm/credentials b",
    },
  },
  marketplace: {
    items: {
      get: "GET /marketplace/items/{slug} -",
      install: "POST /marketplace/items/{slug}/install -",
      list: "GET /marketplace/items qp",
      uninstall: "POST /marketplace/items/{slug}/uninstall q",
      update: "POST /marketplace/items/{slug}/update q",
    },
  },
  mcpServers: {
    create: "POST /mcp-servers b",
    delete: "DELETE /mcp-servers/{id} -",
    list: "GET /mcp-servers qp",
    test: "POST /mcp-servers/{id}/test -",
    update: "PATCH /mcp-servers/{id} b",
  },
  notifications: {
    list: "GET /notifications qp",
    seen: "POST /notifications/seen b",
    state: "GET /notifications/state -",
    test: "POST /notifications/test -",
    phone: {
      get: "GET /notifications/phone -",
      remove: "POST /notifications/phone/remove -",
      update: "PUT /notifications/phone b",
      verify: "POST /notifications/phone/verify b",
    },
    preferences: {
      get: "GET /notifications/preferences -",
      update: "PUT /notifications/preferences b",
    },
  },
  oncall: {
    list: "GET /oncall qp",
    setMe: "PUT /oncall/me b",
    overrides: {
      create: "POST /oncall/overrides b",
      end: "POST /oncall/overrides/{override_id}/end -",
      list: "GET /oncall/overrides qp",
    },
    rotations: {
      create: "POST /oncall/rotations b",
      delete: "DELETE /oncall/rotations/{rotation_id} -",
      list: "GET /oncall/rotations qp",
      update: "PATCH /oncall/rotations/{rotation_id} b",
    },
    shifts: {
      list: "GET /oncall/shifts qp",
    },
    whoison: {
      list: "GET /oncall/whoison qp",
    },
  },
  organisation: {
    get: "GET /organisation -",
    usage: "GET /organisation/usage q",
    delegations: {
      create: "POST /organisation/delegations b",
      delete: "DELETE /organisation/delegations/{id} -",
      list: "GET /organisation/delegations qp",
    },
    heldDelegations: {
      delete: "DELETE /organisation/held-delegations/{id} -",
      list: "GET /organisation/held-delegations qp",
    },
    portfolio: {
      list: "GET /organisation/portfolio qp",
    },
    queue: {
      list: "GET /organisation/queue qp",
    },
    templates: {
      apply: "POST /organisation/templates/{template_id}/apply b",
      delete: "DELETE /organisation/templates/{template_id} -",
      list: "GET /organisation/templates qp",
      plan: "POST /organisation/templates/{template_id}/plan br",
      replace: "PUT /organisation/templates b",
    },
    tenants: {
      create: "POST /organisation/tenants b",
      list: "GET /organisation/tenants qp",
    },
  },
  osquery: {
    config: {
      get: "GET /osquery/config -",
      update: "PUT /osquery/config b",
    },
    nodes: {
      delete: "DELETE /osquery/nodes/{id} -",
      list: "GET /osquery/nodes qp",
    },
    queries: {
      create: "POST /osquery/queries b",
      end: "POST /osquery/queries/{id}/end -",
      get: "GET /osquery/queries/{id} -",
      list: "GET /osquery/queries qp",
      answers: {
        list: "GET /osquery/queries/{id}/answers qp",
      },
    },
    secrets: {
      create: "POST /osquery/secrets b",
      delete: "DELETE /osquery/secrets/{id} -",
      list: "GET /osquery/secrets qp",
    },
  },
  passkeys: {
    challenge: "POST /passkeys/challenge bu",
    create: "POST /passkeys b",
    delete: "DELETE /passkeys/{id} -",
    list: "GET /passkeys qp",
    registration: "POST /passkeys/registration r",
    verify: "POST /passkeys/verify bu",
  },
  phishing: {
    submit: "POST /phishing/submit b",
    submissions: {
      get: "GET /phishing/submissions/{id} -",
      list: "GET /phishing/submissions qp",
    },
  },
  playbookHooks: {
    delete: "DELETE /playbook-hooks/{hook_id} -",
    deliver: "POST /playbook-hooks/{hook_id} bqu svc_signature=x-svc-signature,svc_delivery=x-svc-delivery",
  },
  playbookRuns: {
    cancel: "POST /playbook-runs/{run_id}/cancel -",
    get: "GET /playbook-runs/{run_id} -",
    list: "GET /playbook-runs qp",
  },
  playbookSecrets: {
    delete: "DELETE /playbook-secrets/{name} -",
    list: "GET /playbook-secrets qp",
    update: "PUT /playbook-secrets/{name} b",
  },
  playbooks: {
    create: "POST /playbooks b",
    delete: "DELETE /playbooks/{id} -",
    dryRun: "POST /playbooks/dry-run b",
    execute: "POST /playbooks/{id}/execute b",
    get: "GET /playbooks/{id} -",
    list: "GET /playbooks qp",
    rollback: "POST /playbooks/{id}/rollback b",
    update: "PUT /playbooks/{id} b",
    validate: "POST /playbooks/validate br",
    hooks: {
      create: "POST /playbooks/{id}/hooks b",
      list: "GET /playbooks/{id}/hooks qp",
    },
    runs: {
      list: "GET /playbooks/{id}/runs qp",
    },
    versions: {
      list: "GET /playbooks/{id}/versions qp",
    },
  },
  purpleTeam: {
    coverage: "GET /purple-team/coverage -",
    alarms: {
      list: "GET /purple-team/alarms qp",
    },
    atomicTests: {
      list: "GET /purple-team/atomic-tests qp",
    },
    atomics: {
      create: "POST /purple-team/atomics b",
      delete: "DELETE /purple-team/atomics/{atomic_id} -",
      get: "GET /purple-team/atomics/{atomic_id} -",
      list: "GET /purple-team/atomics qp",
      setSafe: "PUT /purple-team/atomics/{atomic_id}/safe b",
    },
    drift: {
      diff: "GET /purple-team/drift/diff q",
      snapshot: "POST /purple-team/drift/snapshot b",
      snapshots: {
        list: "GET /purple-team/drift/snapshots qp",
      },
    },
    executions: {
      create: "POST /purple-team/executions b",
      delete: "DELETE /purple-team/executions/{execution_id} -",
      get: "GET /purple-team/executions/{execution_id} -",
      list: "GET /purple-team/executions qp",
    },
    expectations: {
      create: "POST /purple-team/expectations b",
      get: "GET /purple-team/expectations/{expectation_id} -",
      list: "GET /purple-team/expectations qp",
    },
    hostRuns: {
      begin: "POST /purple-team/host-runs/{host_run_id}/begin b",
      cancel: "POST /purple-team/host-runs/{host_run_id}/cancel -",
      create: "POST /purple-team/host-runs b",
      get: "GET /purple-team/host-runs/{host_run_id} -",
      list: "GET /purple-team/host-runs qp",
      report: "POST /purple-team/host-runs/{host_run_id}/report b",
    },
    rounds: {
      list: "GET /purple-team/rounds qp",
    },
    schedules: {
      create: "POST /purple-team/schedules b",
      delete: "DELETE /purple-team/schedules/{schedule_id} -",
      list: "GET /purple-team/schedules qp",
      update: "PUT /purple-team/schedules/{schedule_id} b",
    },
    tabletop: {
      create: "POST /purple-team/tabletop b",
      list: "GET /purple-team/tabletop qp",
      report: "GET /purple-team/tabletop/{tabletop_id}/report -",
      steps: {
        run: "POST /purple-team/tabletop/{tabletop_id}/steps b",
        setScore: "PUT /purple-team/tabletop/{tabletop_id}/steps/{step}/score b",
      },
    },
  },
  push: {
    publicKey: "GET /push/public-key -",
    subscribe: "POST /push/subscribe b",
    test: "POST /push/test r",
    unsubscribe: "POST /push/unsubscribe b",
    subscriptions: {
      create: "POST /push/subscriptions b",
      delete: "DELETE /push/subscriptions/{id} -",
      list: "GET /push/subscriptions qp",
    },
  },
  rbac: {
    permissions: {
      create: "POST /rbac/permissions bk",
      delete: "DELETE /rbac/permissions/{id} -",
      list: "GET /rbac/permissions qp",
      update: "PUT /rbac/permissions/{id} b",
    },
    roles: {
      create: "POST /rbac/roles bk",
      delete: "DELETE /rbac/roles/{id} -",
      list: "GET /rbac/roles qp",
      update: "PUT /rbac/roles/{id} b",
    },
    users: {
      effectivePermissions: "GET /rbac/users/{user_id}/effective-permissions -",
      roles: {
        create: "POST /rbac/users/{user_id}/roles b",
        delete: "DELETE /rbac/users/{user_id}/roles/{role_id} -",
      },
    },
  },
  realtime: {
    sse: "GET /realtime/sse qdu",
    ticket: "POST /realtime/ticket r",
  },
  reportSchedules: {
    create: "POST /report-schedules b",
    delete: "DELETE /report-schedules/{id} -",
    list: "GET /report-schedules qp",
    update: "PUT /report-schedules/{id} b",
  },
  reports: {
    create: "POST /reports b",
    get: "GET /reports/{id} -",
    list: "GET /reports qp",
  },
  response: {
    blockList: "GET /response/block-list qd",
    executors: {
      create: "POST /response/executors b",
      delete: "DELETE /response/executors/{executor_id} -",
      list: "GET /response/executors qp",
      ticketHook: "POST /response/executors/{executor_id}/ticket-hook -",
    },
    targets: {
      create: "POST /response/targets b",
      delete: "DELETE /response/targets/{target_id} -",
      list: "GET /response/targets qp",
    },
  },
  rules: {
    activity: "GET /rules/activity q",
    backtest: "POST /rules/{id}/backtest b",
    check: "POST /rules/check br",
    coverage: "GET /rules/coverage q",
    create: "POST /rules bk",
    delete: "DELETE /rules/{id} -",
    disable: "POST /rules/{id}/disable -",
    enable: "POST /rules/{id}/enable -",
    get: "GET /rules/{id} -",
    import: "POST /rules/import b",
    list: "GET /rules qp",
    test: "POST /rules/{id}/test br",
    update: "PUT /rules/{id} b",
    overlay: {
      delete: "DELETE /rules/{id}/overlay -",
      get: "GET /rules/{id}/overlay -",
      update: "PUT /rules/{id}/overlay b",
    },
    overlays: {
      list: "GET /rules/overlays qp",
    },
    placeholders: {
      get: "GET /rules/placeholders -",
      update: "PUT /rules/placeholders b",
    },
    suppressions: {
      create: "POST /rules/suppressions b",
      end: "POST /rules/suppressions/{id}/end -",
      list: "GET /rules/suppressions qp",
    },
    versions: {
      list: "GET /rules/{id}/versions qp",
    },
  },
  sandbox: {
    files: "POST /sandbox/files b",
    lookup: "POST /sandbox/lookup b",
    setConsent: "PUT /sandbox/consent b",
    urls: "POST /sandbox/urls b",
    analyses: {
      get: "GET /sandbox/analyses/{provider}/{handle} -",
    },
    providers: {
      list: "GET /sandbox/providers qp",
    },
    submissions: {
      list: "GET /sandbox/submissions qp",
    },
  },
  schemaDrift: {
    list: "GET /schema-drift qp",
  },
  scim: {
    serviceProviderConfig: "GET ~/scim/v2/ServiceProviderConfig -",
    groups: {
      create: "POST ~/scim/v2/Groups sq",
      delete: "DELETE ~/scim/v2/Groups/{id} -",
      get: "GET ~/scim/v2/Groups/{id} q",
      list: "GET ~/scim/v2/Groups q",
      replace: "PUT ~/scim/v2/Groups/{id} sq",
      search: "POST ~/scim/v2/Groups/.search sr",
      update: "PATCH ~/scim/v2/Groups/{id} sq",
    },
    resourceTypes: {
      get: "GET ~/scim/v2/ResourceTypes/{id} -",
      list: "GET ~/scim/v2/ResourceTypes -",
    },
    schemas: {
      get: "GET ~/scim/v2/Schemas/{id} -",
      list: "GET ~/scim/v2/Schemas -",
    },
    users: {
      create: "POST ~/scim/v2/Users sq",
      delete: "DELETE ~/scim/v2/Users/{id} -",
      get: "GET ~/scim/v2/Users/{id} q",
      list: "GET ~/scim/v2/Users q",
      replace: "PUT ~/scim/v2/Users/{id} sq",
      search: "POST ~/scim/v2/Users/.search sr",
      update: "PATCH ~/scim/v2/Users/{id} sq",
    },
  },
  scimTokens: {
    create: "POST /scim-tokens b",
    delete: "DELETE /scim-tokens/{id} -",
    list: "GET /scim-tokens qp",
    rotate: "POST /scim-tokens/{id}/rotate b",
  },
  sla: {
    forecast: "GET /sla/forecast q",
    configs: {
      list: "GET /sla/configs qp",
      update: "PUT /sla/configs/{config_id} b",
    },
    events: {
      list: "GET /sla/events qp",
    },
  },
  sources: {
    list: "GET /sources qp",
    try: "POST /sources/try b",
    alarms: {
      list: "GET /sources/alarms qp",
    },
    tables: {
      delete: "DELETE /sources/tables/{name} -",
      get: "GET /sources/tables/{name} qp",
      list: "GET /sources/tables qp",
      propose: "POST /sources/tables/propose b",
      samples: "GET /sources/tables/{name}/samples q",
      update: "PUT /sources/tables/{name} b",
    },
  },
  ssoConnections: {
    create: "POST /sso-connections bk",
    delete: "DELETE /sso-connections/{id} -",
    get: "GET /sso-connections/{id} -",
    list: "GET /sso-connections qp",
    test: "POST /sso-connections/{id}/test -",
    update: "PATCH /sso-connections/{id} b",
  },
  standingApprovals: {
    create: "POST /standing-approvals b",
    list: "GET /standing-approvals qp",
    revoke: "POST /standing-approvals/{id}/revoke -",
  },
  tenants: {
    me: {
      limits: "GET /tenants/me/limits -",
      ocsfVersion: {
        get: "GET /tenants/me/ocsf-version -",
        update: "PUT /tenants/me/ocsf-version b",
      },
    },
  },
  ueba: {
    stats: "GET /ueba/stats -",
    anomalies: {
      get: "GET /ueba/anomalies/{id} -",
      list: "GET /ueba/anomalies qp",
    },
    baselines: {
      delete: "DELETE /ueba/baselines/{entity_id} q",
      get: "GET /ueba/baselines/{entity_id} q",
      list: "GET /ueba/baselines qp",
    },
    entities: {
      get: "GET /ueba/entities/{entity_id} -",
    },
    resets: {
      list: "GET /ueba/resets qp",
    },
    riskSettings: {
      get: "GET /ueba/risk-settings -",
      update: "PUT /ueba/risk-settings b",
    },
  },
  usage: {
    exportCsv: "GET /usage/export.csv qd",
    exportParquet: "GET /usage/export.parquet qd",
    get: "GET /usage q",
    reconciliation: "GET /usage/reconciliation q",
  },
  users: {
    create: "POST /users bk",
    get: "GET /users/{id} -",
    invitation: "POST /users/{id}/invitation -",
    invitations: "POST /users/invitations b",
    list: "GET /users qp",
    passwordReset: "POST /users/{id}/password-reset -",
    update: "PATCH /users/{id} b",
    me: {
      get: "GET /users/me -",
      setPassword: "PUT /users/me/password b",
      update: "PATCH /users/me br",
    },
  },
  vault: {
    reseal: "POST /vault/reseal -",
    keys: {
      list: "GET /vault/keys qp",
    },
  },
} as const
