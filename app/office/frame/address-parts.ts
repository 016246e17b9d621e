/** An address of mail where it may be broken: before its `@` and before its dots. */
export function addressParts(address: string): string[] {
  return address.split(/(?=[@.])/)
}
