/**
 * Control characters, lone surrogates and noncharacters. XML forbids them, and some make spreadsheets stop
 * reading. Tabs and line breaks are allowed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu

/** Replaces characters that some format cannot contain with �. */
export const writable = (text: string) => text.replace(unwritable, '\ufffd')
