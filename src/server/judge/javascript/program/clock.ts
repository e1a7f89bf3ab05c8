/** The program's clock, in ms. Runs inside the isolate: see ../../main.ts. */
export const milliseconds = () => Date.now()
