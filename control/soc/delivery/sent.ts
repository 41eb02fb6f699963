/** The outcome of one try to send a message. */
export type Sent =
  /** The server took it; its arrival is unknown. */
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'failed' | 'skipped'; readonly reason: string }
  | {
      readonly outcome: 'later'
      readonly reason: string
      readonly afterMs?: number
      readonly isUnreached?: boolean
    }
