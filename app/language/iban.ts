/**
 * An IBAN as it is printed: in groups of four (ISO 13616-1). Numbers of accounts of other kinds stay as they are.
 */
export const printedIban = (account: string): string =>
  /^[A-Z]{2}\d\d[A-Z0-9]+$/.test(account) ? account.replaceAll(/(.{4})(?=.)/g, '$1 ') : account
