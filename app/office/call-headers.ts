/** Says that the page asks by itself, with nobody at it: such a request does not renew the session. */
export const byItselfHeader = 'office-by-itself'

/**
 * Whom the page was drawn for, by account number: what it sends is done in nobody else's name. It stands in the address
 * where a browser sets no headers.
 */
export const memberHeader = 'office-member'
