import type { PostalAddress } from '#app/shop/checkout/types.ts'

/** A made-up person: names that say so, addresses that nobody can be reached at (RFC 2606). */
export type MadeUpPerson = { name: string; email: string; phone: string | null; address: PostalAddress }

const person = (
  name: string,
  [street, postalCode, city, country]: readonly [string, string, string, string],
  phone: string | null = null,
): MadeUpPerson => ({
  name,
  email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@beispiel.example`,
  phone,
  address: { name, company: null, street, extra: null, postalCode, city, country },
})

export const people = {
  clara: person('Clara Beispiel', ['Domstraße 1', '50668', 'Köln', 'DE'], '0221 555 01 31'),
  max: person('Max Mustermann', ['Musterweg 12', '40213', 'Düsseldorf', 'DE'], '0211 555 01 32'),
  frieda: person('Frieda Fiktiv', ['Ringstraße 8', '80331', 'München', 'DE']),
  otto: person('Otto Probe', ['Lindenallee 3', '20095', 'Hamburg', 'DE'], '040 555 01 33'),
  ada: person('Ada Exempel', ['Graben 21', '1010', 'Wien', 'AT']),
  emil: person('Emil Entwurf', ['Marktplatz 5', '70173', 'Stuttgart', 'DE']),
  paula: person('Paula Platzhalter', ['Seestraße 17', '50674', 'Köln', 'DE'], '0221 555 01 34'),
  erna: person('Erna Muster', ['Domstraße 4', '50668', 'Köln', 'DE'], '0221 555 01 35'),
  james: person('James Sample', ['Rue de l’Exemple 9', '1000', 'Brussels', 'BE']),
} satisfies Record<string, MadeUpPerson>
