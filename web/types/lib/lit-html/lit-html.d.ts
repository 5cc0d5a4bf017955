/** What the page uses of lit-html, whose own types are not in the WebJar's way of imports. */
export declare const html: (strings: TemplateStringsArray, ...values: unknown[]) => unknown;
export declare const svg: typeof html;
export declare const nothing: unique symbol;
export declare function render(value: unknown, container: HTMLElement | DocumentFragment): unknown;
