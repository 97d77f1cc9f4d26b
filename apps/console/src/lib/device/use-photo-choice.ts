import { useState } from 'react';
import type { KeptPhoto } from './drafts.ts';
import { photoProblem } from './photo-problem.ts';

/** Takes a photo that can be sent, or says what is wrong with it; `fallback` names one that has no name. */
export function usePhotoChoice(fallback: string, onChange: (photo: KeptPhoto) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File) => {
    const found = await photoProblem(file);
    setProblem(found);
    if (!found) onChange({ blob: file, name: file.name || fallback, turn: 0 });
  };
  return { problem, take, forget: () => setProblem(null) };
}
