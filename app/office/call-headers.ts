/** Says that the page asks by itself, with nobody at it: such a request does not renew the session. */
export const byItselfHeader = 'office-by-itself'
