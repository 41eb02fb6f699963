/** Contract of executors, which carry actions out: one for each vendor, chosen by capability. */
import type { Egress, FindPlace } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'

export type Parameters = Readonly<Record<string, string>>

/** The part of a response action that an executor needs. */
export type Job = {
  readonly id: string
  readonly actionType: string
  readonly target: string
  readonly parameters: Parameters
  /** The vendor's id of the action; null until the vendor has it. */
  readonly executorRef: string | null
  readonly rationale: string
  readonly caseId: string | null
  /** Buttons below a message, in chats that can show them. */
  readonly buttons?: readonly MessageButton[]
}

export type MessageButton = {
  readonly label: string
  /** Name of the button in the report of a press, for chats that report it as the person who pressed. */
  readonly action: string
  readonly value: string
  /** A page on which a browser does the same, for chats that report no press. */
  readonly url: string
}

/** State of the effect at the vendor. `unknown`: this executor cannot check it. */
export type Seen = 'there' | 'absent' | 'unknown'

export type Executor = {
  /** Vendor and name, as it is shown. */
  readonly name: string
  readonly isSimulated: boolean
  /** True when the vendor recognises a repeated action by its id: then an action of unknown effect is sent again. */
  readonly isRepeatable?: boolean
  /**
   * Carries the action out and returns the vendor's id of it. Throws AppError. Repeating it with the same id is harmless
   * if the vendor keeps to the contract.
   */
  perform(job: Job): Promise<Performed>
  look(job: Job): Promise<Seen>
  /** Null: it cannot be taken back. */
  readonly undo: ((job: Job) => Promise<void>) | null
  /** For executors that open tickets: reads and closes a ticket by the name that it was opened under. */
  readonly ticket?: TicketSide
}

export type TicketState = {
  /** Status as the ticket system names it. */
  readonly status: string
  readonly isOpen: boolean
  /** Oldest first; at most 100. */
  readonly comments: readonly { readonly id: string; readonly author: string; readonly body: string }[]
}

export type TicketSide = {
  readonly look: (ref: string) => Promise<TicketState>
  readonly close: (ref: string, why: string) => Promise<void>
  readonly setSeverity: (ref: string, severity: string) => Promise<void>
  /** Null when comments of the case are not sent; `settings.comments` of the executor enables it. */
  readonly comment: ((ref: string, text: string) => Promise<void>) | null
}

export type Performed = {
  readonly ref: string | null
  readonly detail: string | null
  /** The action waits for an external answer until this time, and fails without one. */
  readonly openUntil?: Date
}

/** The vendor refused the action or was never reached, so a retry cannot do it twice. */
export class NotDone extends AppError {}

export type ExecutorSettings = {
  readonly id: string
  readonly name: string
  readonly vendor: string
  readonly baseUrl: string
  readonly settings: Parameters
  /** Decrypted for this use. */
  readonly secret: string | null
}

export type ExecutorDeps = {
  readonly egress: Egress
  /** Where a mail server may be connected to. */
  readonly findPlace: FindPlace
  /** Throws when the tenant's region does not allow a message to this address. */
  readonly checkReceiver: (address: string) => Promise<void>
}

/** How a vendor carries actions out. */
export type Respond = {
  readonly vendor: string
  /** Kinds of actions that it can do. */
  readonly capabilities: readonly string[]
  readonly open: (settings: ExecutorSettings, deps: ExecutorDeps) => Executor
}
