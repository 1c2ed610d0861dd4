/**
 * Ends the reading or the rendering of a template at an offset of its source. Never leaves this folder:
 * parseTemplate and renderTemplate turn it into a value.
 */
export class TemplateFault extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** What a function of a template cannot do with its arguments; its caller knows where it stands. */
export class ArgumentFault extends Error {}
