/** Mails that people report as suspicious, taken apart and judged. */
