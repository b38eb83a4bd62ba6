//! Diagrams in many styles, parsed and drawn.

use proptest::prelude::*;

use super::*;

const BLACK: Cell = Cell::Stone(Color::Black);
const WHITE: Cell = Cell::Stone(Color::White);

/// The error message for a text.
fn error(text: &str) -> String {
    Diagram::parse(text).unwrap_err().to_string()
}

/// Black on b4 and white on d2 of a 5x5 board.
fn small() -> Diagram {
    let mut diagram = Diagram::new(BoardSize::square(5).unwrap());
    diagram.set(Point::new(1, 1), BLACK);
    diagram.set(Point::new(3, 3), WHITE);
    diagram
}

#[test]
fn styles_of_one_board_parse_alike() {
    for text in [
        ".....\n.x...\n.....\n...o.\n.....",
        "# a comment\n\n- - - - -\n_ X _ _ _ # and another\r\n+++++\n***O*\n. . . . .\n\n",
        "  a b c d e\n5 . . . . .\n4 . x . . .\n3 . . . . .\n2 . . . o .\n1 . . . . .\n  a b c d e",
        "  A B C D E\n1 . . . . . 1\n2 . 1 . . . 2\n3 . . . . . 3\n4 . . . 2 . 4\n5 . . . . . 5",
        "  0 1 2 3 4\n0 . . . . .\n1 . 1 . . .\n2 . . . . .\n3 . . . 0 .\n4 . . . . .",
        "abcde\n5.....\n4.1...\n3.....\n2...2.\n1.....",
        ".....05\n.1...04\n.....03\n...2.02\n.....01",
        "00000\n01000\n00000\n00020\n00000",
        " 5 . . . . .\n 4 .[x]. . .\n 3 . . * . .\n 2 . . .(o).\n 1 . . . . .\n   a b c d e\n",
    ] {
        assert_eq!(Diagram::parse(text), Ok(small()), "{text}");
    }
}

#[test]
fn boards_of_other_programs_parse_alike() {
    for text in [
        "┌┬┬┬┐\n├●┼┼┤\n├┼┼┼┤\n├┼┼○┤\n└┴┴┴┘",
        "5 ┌─┬─┬─┬─┐\n  │ │ │ │ │\n4 ├─●─┼─┼─┤\n  │ │ │ │ │\n3 ├─┼─╋─┼─┤\n2 ├─┼─┼─○─┤\n1 └─┴─┴─┴─┘\n  A B C D E",
        "╔═══════════╗\n║ . . . . . ║\n║ . B . . . ║\n║ . . . . . ║\n║ . . . W . ║\n║ . . . . . ║\n╚═══════════╝",
        "+-----------+\n| - - - - - |\n| - b - - - |\n| - - - - - |\n| - - - w - |\n| - - - - - |\n+-----------+",
        "+---+---+---+---+---+\n| | | | | |\n+---+---+---+---+---+\n| | X | | | |\n| | | | | |\n| | | | O | |\n| | | | | |",
        "+++++\n+●+++\n+++++\n+++○+\n+++++",
        "＋＋＋＋＋\n＋●＋＋＋\n＋＋＋＋＋\n＋＋＋○＋\n＋＋＋＋＋",
        "0,0,0,0,0\n0,1,0,0,0\n0,0,0,0,0\n0,0,0,2,0\n0,0,0,0,0",
        "0 0 0 0 0\n0 1 0 0 0\n0 0 0 0 0\n0 0 0 -1 0\n0 0 0 0 0",
        "[[0,0,0,0,0],[0,1,0,0,0],[0,0,0,0,0],[0,0,0,2,0],[0,0,0,0,0]]",
        "board = [\n  [0, 0, 0, 0, 0],\n  [0, 1, 0, 0, 0],\n  [0, 0, 0, 0, 0],\n  [0, 0, 0, -1, 0],\n  [0, 0, 0, 0, 0],\n]",
        "array([[ 0.,  0.,  0.,  0.,  0.],\n       [ 0.,  1.,  0.,  0.,  0.],\n [0. 0. 0. 0. 0.]\n [0. 0. 0. -1. 0.]\n [0. 0. 0. 0. 0.]])",
        "{\"board\": [\".....\", \".x...\", \".....\", \"...o.\", \".....\"]}",
        "['     ', ' x   ', '     ', '   o ', '     ']",
        "[['','','','',''],['','X','','',''],['','','','',''],['','','','O',''],['','','','','']]",
        "[[null,null,null,null,null],[null,\"black\",null,null,null],[null,null,null,null,null],[null,null,null,\"white\",null],[null,null,null,null,null]]",
        "int b[5][5] = {{0,0,0,0,0},{0,1,0,0,0},{0,0,0,0,0},{0,0,0,2,0},{0,0,0,0,0}};",
        "# a board\n\n# [0]\n[[0,0,0,0,0],[0,1,0,0,0],[0,0,0,0,0],[0,0,0,2,0],[0,0,0,0,0]]",
        "# numpy\narray([[0,0,0,0,0],[0,1,0,0,0],[0,0,0,0,0],[0,0,0,2,0],[0,0,0,0,0]])",
        "[0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0]",
        "[0, 0, 0, 0, 0]\n[0, 1, 0, 0, 0]\n[0, 0, 0, 0, 0]\n[0, 0, 0, 2, 0]\n[0, 0, 0, 0, 0]",
    ] {
        assert_eq!(Diagram::parse(text), Ok(small()), "{text}");
    }
    let foreign = "[[0,0,0,0,0],\n[0,1,0,0,0],\n[0,0,7,0,0],\n[0,0,0,2,0],\n[0,0,0,0,0]]";
    assert!(
        error(foreign).starts_with("line 3: `7`"),
        "{}",
        error(foreign)
    );
}

#[test]
fn column_letters_are_not_stones() {
    let header = "a b c d e f g h i j k l m n o p q r s t u v w x";
    let row = ". ".repeat(24);
    let text = format!("{header}\n{}{header}", format!("{row}\n").repeat(24));
    let diagram = Diagram::parse(&text).unwrap();
    assert_eq!(diagram, Diagram::new(BoardSize::square(24).unwrap()));
    let skipping_i = text.replace("i ", "").replace(" x", " x y");
    assert_eq!(Diagram::parse(&skipping_i), Ok(diagram));
}

#[test]
fn errors_name_the_line() {
    assert_eq!(error("# nothing\n\n"), "there is no board");
    assert_eq!(
        error("\n.....\n.....\n..y..\n.....\n....."),
        "line 4: `y` is neither a stone nor an empty point"
    );
    assert_eq!(
        error(".....\n.....\n......\n.....\n....."),
        "line 3: 6 points where other rows have 5"
    );
    assert_eq!(
        error("abcdef\n.....\n.....\n.....\n.....\n....."),
        "line 1: 6 columns are named, the board has 5"
    );
    assert_eq!(
        error("5 .....\n4 .....\n2 .....\n2 .....\n1 ....."),
        "line 3: the row number 3 was expected"
    );
    assert_eq!(
        error("....\n....\n....\n...."),
        "a board of 4x4 points; each side must have 5 to 31"
    );
    let long = format!("{}\n", ".".repeat(32)).repeat(5);
    assert!(error(&long).starts_with("a board of 32x5 points"));
}

#[test]
fn drawings_show_the_last_stone_and_the_best_move() {
    let drawn = small().draw(Some(Point::new(4, 3)), Some(Point::new(3, 3)));
    let expected = [
        " 5 . . . . .",
        " 4 . x . . .",
        " 3 . . . . .",
        " 2 . . .[o]*",
        " 1 . . . . .",
        "   a b c d e\n",
    ];
    assert_eq!(drawn, expected.join("\n"));
}

/// Boards of any size and density.
fn boards() -> impl Strategy<Value = Diagram> {
    let cell = prop_oneof![
        4 => Just(Cell::Empty),
        3 => Just(BLACK),
        3 => Just(WHITE),
        1 => Just(Cell::Blocked),
    ];
    (5u8..=31, 5u8..=31).prop_flat_map(move |(width, height)| {
        let size = BoardSize::new(width.into(), height.into()).unwrap();
        prop::collection::vec(cell.clone(), size.area())
            .prop_map(move |cells| Diagram { size, cells })
    })
}

/// A style of writing a board.
#[derive(Clone, Copy, Debug)]
struct Style {
    symbols: [char; 4],
    blanks: bool,
    left: bool,
    right: bool,
    from_top: bool,
    first: usize,
    header: bool,
}

fn styles() -> impl Strategy<Value = Style> {
    let symbols = prop::sample::select(vec![
        ['.', 'x', 'o', '%'],
        ['-', 'X', 'O', '%'],
        ['_', '1', '2', '%'],
        ['+', '1', '0', '%'],
        ['0', '1', '2', '%'],
        ['┼', '●', '○', '%'],
        ['·', 'B', 'W', '%'],
        ['*', 'x', '0', '%'],
    ]);
    let flags = (any::<[bool; 5]>(), 0usize..=1);
    (symbols, flags).prop_map(|(symbols, (flags, first))| Style {
        symbols,
        // Without blanks, `05` at the end of a row may be a row number or a stone and one.
        blanks: flags[0] || flags[2],
        left: flags[1],
        right: flags[2],
        from_top: flags[3],
        first,
        header: flags[4],
    })
}

fn write(diagram: &Diagram, style: Style) -> String {
    let (width, height) = (diagram.size.width(), diagram.size.height());
    let separator = if style.blanks { " " } else { "" };
    let mut text = String::new();
    if style.header {
        let names: Vec<_> = (0..width).map(column_name).collect();
        text = format!("   {}\n", names.join(" "));
    }
    for y in 0..height {
        let place = if style.from_top { y } else { height - 1 - y };
        let label = (style.first + usize::from(place)).to_string();
        let points: Vec<_> = (0..width)
            .map(|x| match diagram.get(Point::new(x, y)) {
                Cell::Empty => style.symbols[0].to_string(),
                BLACK => style.symbols[1].to_string(),
                WHITE => style.symbols[2].to_string(),
                Cell::Blocked => style.symbols[3].to_string(),
            })
            .collect();
        let left = if style.left { label.as_str() } else { "" };
        let right = if style.right { label.as_str() } else { "" };
        let points = points.join(separator);
        text += &format!("{left}{separator}{points}{separator}{right}\n");
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn drawings_parse_back(diagram in boards(), best: (u8, u8), last: (u8, u8)) {
        let on_board = |(x, y): (u8, u8)| {
            Point::new(x % diagram.size.width(), y % diagram.size.height())
        };
        let drawn = diagram.draw(Some(on_board(best)), Some(on_board(last)));
        prop_assert_eq!(Diagram::parse(&drawn), Ok(diagram.clone()));
        prop_assert_eq!(Diagram::parse(&diagram.draw(None, None)), Ok(diagram));
    }

    #[test]
    fn every_style_is_parsed(diagram in boards(), style in styles()) {
        // Without empty points the meaning of `0` is open.
        prop_assume!(diagram.count(Cell::Empty) > 0);
        let written = write(&diagram, style);
        prop_assert_eq!(Diagram::parse(&written), Ok(diagram), "{}", written);
    }

    #[test]
    fn any_text_is_parsed_or_rejected(text in "([.xo0-9a-f \\[\\]{},\"=|┼─+-]{0,8}\\n){0,8}") {
        let _ = Diagram::parse(&text);
    }
}
