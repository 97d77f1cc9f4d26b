type Element = ReturnType<PDFKit.PDFDocument['struct']>;
type Options = PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' | 'Row' };

/** The parts that a report has for those who have it read to them, named as PDF names them. */
export type Tag = 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD';

/** What a screen reader goes by: each text has its place in the structure, and ornaments have none. */
export interface Tags {
  /** Holds the parts that are written in between. */
  open(tag: Tag): void;
  close(): void;
  /** What is drawn is a part of this kind, within the one that is open. */
  part(tag: Tag, draw: () => void, options?: Options): void;
  /** What is drawn is passed over: lines, grounds, and what each page repeats. */
  ornament(draw: () => void): void;
}

export function createTags(doc: PDFKit.PDFDocument): Tags {
  const root = doc.struct('Document');
  doc.addStructure(root);
  const open: Element[] = [root];
  const current = () => open.at(-1) ?? root;
  const add = (tag: Tag, options: Options = {}) => {
    const element = doc.struct(tag, options);
    current().add(element);
    return element;
  };
  return {
    open: (tag) => void open.push(add(tag)),
    close: () => open.pop()?.end(),
    part(tag, draw, options) {
      const element = add(tag, options);
      element.add(doc.markStructureContent(tag));
      draw();
      doc.endMarkedContent();
      element.end();
    },
    ornament(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
  };
}
