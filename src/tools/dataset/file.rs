//! Files of training data.
//!
//! After the [`Header`] come blocks: the length of the payload (4 bytes), its CRC-32
//! (4 bytes) and the payload, a [`GameRecord`]. A block is written in one piece, so
//! a process that is killed leaves at most one incomplete block at the end. Such a
//! tail is ignored by [`Reader`] and overwritten by [`Writer`]. Damage anywhere else is
//! an error. A damaged length that reaches past the end of the file is distinguished from an
//! incomplete tail by the blocks after it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::record::{GameRecord, HEADER_LEN, Header, invalid};

/// Bytes of a block before its payload.
const FRAME_LEN: usize = 8;
/// The longest payload in bytes.
const MAX_PAYLOAD: usize = 4 << 20;

/// Reads the games of a file, one after the other.
pub struct Reader<R> {
    input: R,
    header: Header,
    /// Bytes up to the end of the last complete block.
    complete: u64,
    at_end: bool,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or has no valid header.
    pub fn open(path: &Path) -> io::Result<Self> {
        Reader::new(BufReader::new(File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If reading fails or there is no valid header.
    pub fn new(mut input: R) -> io::Result<Self> {
        let mut header = [0; HEADER_LEN];
        input.read_exact(&mut header)?;
        Ok(Reader {
            input,
            header: Header::decode(&header)?,
            complete: HEADER_LEN as u64,
            at_end: false,
        })
    }

    /// The header: how the data was made.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes up to the end of the last complete block that was read.
    pub fn complete(&self) -> u64 {
        self.complete
    }

    /// The next game; `None` at the end of the file or at an incomplete last block.
    ///
    /// # Errors
    /// If reading fails, or if a block other than the last is damaged.
    pub fn next_game(&mut self) -> io::Result<Option<GameRecord>> {
        if self.at_end {
            return Ok(None);
        }
        self.at_end = true;
        let mut frame = [0; FRAME_LEN];
        if self.fill(&mut frame)? < FRAME_LEN {
            return Ok(None);
        }
        let (length, checksum) = numbers(&frame);
        if length > MAX_PAYLOAD {
            return Err(invalid("a block of impossible length"));
        }
        let mut payload = vec![0; length];
        let filled = self.fill(&mut payload)?;
        if filled < length {
            // If the length itself is damaged, other blocks follow.
            return if contains_block(&payload[..filled]) {
                Err(invalid("a block of wrong length"))
            } else {
                Ok(None)
            };
        }
        if crc32(&payload) != checksum {
            // The last block was being written when the process died.
            return match self.fill(&mut [0])? {
                0 => Ok(None),
                _ => Err(invalid("a block does not match its checksum")),
            };
        }
        let game = GameRecord::decode(&payload)?;
        self.complete += (FRAME_LEN + length) as u64;
        self.at_end = false;
        Ok(Some(game))
    }

    /// Fills the buffer or reads to the end of the input. Returns the number of bytes read.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.input.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<GameRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

/// Appends games to a file.
pub struct Writer {
    file: File,
}

impl Writer {
    /// Opens a file to append to, or creates it. `seen` is called for each game in the file. An
    /// incomplete tail is removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not a regular file, is damaged before its end, or
    /// has another header.
    pub fn open(
        path: &Path,
        header: &Header,
        seen: &mut dyn FnMut(&GameRecord),
    ) -> io::Result<Writer> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        let bytes = header.encode()?;
        let metadata = file.metadata()?;
        // A device may have no end.
        if !metadata.is_file() {
            return Err(invalid("not a regular file"));
        }
        let length = metadata.len();
        if length < HEADER_LEN as u64 {
            // The file is new, or the process died while it wrote the header.
            let mut begun = Vec::new();
            file.read_to_end(&mut begun)?;
            if !bytes.starts_with(&begun) {
                return Err(invalid("not a file of training data"));
            }
            file.rewind()?;
            file.write_all(&bytes)?;
            return Ok(Writer { file });
        }
        let mut reader = Reader::new(BufReader::new(&file))?;
        if reader.header() != header {
            return Err(invalid(
                "the file was made with another engine, rule, seed or node limit",
            ));
        }
        while let Some(game) = reader.next_game()? {
            seen(&game);
        }
        let complete = reader.complete();
        file.set_len(complete)?;
        file.seek(SeekFrom::Start(complete))?;
        Ok(Writer { file })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If writing fails, or if the game is too large for a block.
    pub fn write(&mut self, game: &GameRecord) -> io::Result<()> {
        let payload = game.encode();
        if payload.len() > MAX_PAYLOAD {
            return Err(io::Error::other("a game is too large; use fewer samples"));
        }
        let mut block = Vec::with_capacity(FRAME_LEN + payload.len());
        block.extend((payload.len() as u32).to_le_bytes());
        block.extend(crc32(&payload).to_le_bytes());
        block.extend(payload);
        self.file.write_all(&block)
    }
}

/// True if a whole block begins anywhere in these bytes.
fn contains_block(bytes: &[u8]) -> bool {
    (0..bytes.len()).any(|at| {
        let Some((frame, rest)) = bytes[at..].split_first_chunk::<FRAME_LEN>() else {
            return false;
        };
        let (length, checksum) = numbers(frame);
        // Eight zero bytes look like an empty block, but no block is empty.
        rest.get(..length)
            .filter(|payload| !payload.is_empty())
            .is_some_and(|payload| {
                GameRecord::decode(payload).is_ok() && crc32(payload) == checksum
            })
    })
}

/// The length and the checksum of a block.
fn numbers(frame: &[u8; FRAME_LEN]) -> (usize, u32) {
    let [length, checksum] =
        [0, 4].map(|at| u32::from_le_bytes(frame[at..at + 4].try_into().expect("four bytes")));
    (length as usize, checksum)
}

/// The CRC-32 of IEEE 802.3, as in ZIP and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            let mut value = i as u32;
            let mut bit = 0;
            while bit < 8 {
                value = (value >> 1) ^ ((value & 1) * 0xedb8_8320);
                bit += 1;
            }
            table[i] = value;
            i += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc, byte| {
        (crc >> 8) ^ TABLE[usize::from(crc as u8 ^ byte)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc32_gives_the_standard_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
