type Element = ReturnType<PDFKit.PDFDocument['struct']>;
type Options = PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' | 'Row' };

/** The structure tags of a report, by their PDF names. */
export type Tag = 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD';

/** Writes the structure tree for screen readers: each text has a place in it, decoration has none. */
export interface Tags {
  /** Opens a tag that contains what follows. */
  open(tag: Tag): void;
  close(): void;
  /** Draws a tagged part inside the open tag. */
  part(tag: Tag, draw: () => void, options?: Options): void;
  /** Draws decoration, which screen readers skip: lines, backgrounds, repeated content. */
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
