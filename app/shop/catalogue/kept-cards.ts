/** More pieces than anybody keeps in mind, few enough for one look and one address. */
export const wishesLimit = 40

/** So many stand beside each other. */
export const compareLimit = 3
