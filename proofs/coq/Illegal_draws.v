(** Published last-move problems without a last move, with the side to move that makes them so; and uniform draws, drawn before
    anybody knew which are illegal. All of the first and those of the second that have a certificate are unreachable. *)

Require Import List String Chess Before Illegal Illegal_sound.
Import ListNotations.
Local Open Scope string_scope.

Definition problems : list string := [
  "8/8/8/8/8/1P6/1PkPP3/KR1b4 w - - 0 1";
  "8/8/8/8/8/1P1P4/1PPRP3/K1k5 w - - 0 1";
  "8/8/8/8/P7/kP6/prP5/K7 b - - 0 1";
  "8/8/8/8/8/4PPPk/3PPprb/5KQ1 w - - 0 1";
  "1qkB4/P1brp3/Kppp4/1p6/8/8/8/8 b - - 0 1";
  "8/8/8/8/8/8/P1PPP1P1/k1KQ1B2 w - - 0 1";
  "2b1RK1k/1p1ppp1p/8/8/8/8/8/8 w - - 0 1";
  "8/8/8/8/8/P2P4/P1kPP3/K1Bb4 w - - 0 1";
  "8/8/8/8/8/3P4/PPkPP3/K1Nb4 w - - 0 1";
  "8/8/8/8/8/8/PPkPP3/K1nb4 b - - 0 1";
  "8/8/8/8/8/1P1P4/PPprP3/k1K5 b - - 0 1";
  "1Qn5/2PPpp2/kPKpp3/p1p5/8/8/8/8 w - - 0 1";
  "4bKQ1/3prB2/4pRPk/5ppp/8/8/8/8 w - - 0 1"
].
Definition draws : list string := [
  "2b1B3/r2qPN2/b2Kq3/4p1bn/1BQ1Q1n1/BRr2P2/2r1r1r1/qk4n1 w - - 0 1";
  "R6b/3b2n1/1N1B3p/r1p4N/qQ1kr1N1/1qR1N1n1/QB1Kq2b/1q1b1rQ1 w - - 0 1";
  "2R2BN1/n2n1b2/1P6/QrrQNBR1/q2nrpqb/1B3bbr/k2B4/4bK2 w - - 0 1";
  "2B3r1/2q1pR1B/qN2b2n/2Pp4/p1r4P/4Nr2/N1n1kpRQ/KNbq1r2 w - - 0 1";
  "5rN1/2B1q2r/3b1Nn1/bb4R1/3Bk3/2nPpb1b/Qq1PQQPK/1r2r3 w - - 0 1";
  "Bb2B1Bn/1pRn2B1/rnq2b2/N3r3/4k2b/QprB1R1b/3n1K2/4BN1Q w - - 0 1";
  "6Rk/1QQn1r1N/1Qb5/4PRq1/p1rq1B2/2qR1bBp/2n2rb1/2N2QrK w - - 0 1";
  "2Bq2r1/qQR1pn2/4K3/b5q1/1nPr2Nr/P1N1Qqk1/bN3nrR/3B2B1 w - - 0 1";
  "8/1qB2qqr/k1QB1n2/p4B2/3nNKPb/1P3brR/1Rb2B2/Nnq1bQ2 w - - 0 1";
  "b3rnNr/2pNn1pp/6pP/Q1q1Q2P/1K2prp1/k1P1b2Q/1R3R2/4R2B w - - 0 1";
  "Nb3r2/RP1n1r1q/brR2n2/2BkQ1RB/B3b2K/2n2q2/N3NQp1/2Qb4 w - - 0 1";
  "1nb5/2q1bQ1p/BN4K1/rBN2n1P/qb3Q1Q/R5N1/4kQq1/QN1n1q2 w - - 0 1";
  "1rQk1B2/3br2R/1Qn5/N2q3K/1Q1RPN2/2p1nqrP/2qQ2B1/1b1r2nN w - - 0 1";
  "kb1rbrK1/1NN2q2/5B1n/1PN1Pbp1/1n4pP/2QB3R/BR4b1/2n1Q1r1 w - - 0 1";
  "1r1N4/1p1P1Nr1/4Qq1b/bn2n1np/2B1BK2/QbPpN3/4N2P/1Nq2kR1 w - - 0 1";
  "N3N3/p4Q1N/1BbprnB1/4pB2/P1k3rQ/1rPPbKBp/2Pr2n1/3q4 w - - 0 1";
  "B1b1B1nQ/1R1B3B/1pqN2NP/1rR5/r4Bp1/6r1/qK1k1p1b/N1N3N1 w - - 0 1";
  "B1NQ4/1KpQ2n1/1P2bR1R/BnB1kq2/2n4R/1rBp1Nq1/1q1P2p1/5rB1 w - - 0 1";
  "2Q1Q1rn/3r4/3PRq1r/R3RBr1/2KP4/2Rrn2B/1NN1qQ1Q/k1r1b1b1 w - - 0 1";
  "2b4N/8/pq1Np1B1/1PPPnN2/6pR/1KRB4/n2rRrpb/B1kn1Q1Q w - - 0 1";
  "2bn1n1B/2R2NR1/bb1r1b1q/2N2Q1P/1PN1Q2p/2BPb3/NPKqk3/3r4 w - - 0 1";
  "2Nq2Nn/5Q1R/4bp1q/RnbNQBp1/7n/1B4Kk/2P1q2B/R3NN1B w - - 0 1";
  "1n3QB1/p7/1BN2B1p/BkPrbq1n/R2R1N1b/rR1nP3/1r6/3KR1RB w - - 0 1";
  "r1B5/1P4qp/B1B3K1/1P1N1N1P/pr6/B1b1N3/qnrR1R2/RQBr1k1n w - - 0 1";
  "n2K3Q/R1k5/1nNP2R1/NP1p1N1B/p3r1P1/1P1rbq2/b4BnR/R1qR4 w - - 0 1";
  "1Rb1r1q1/n1Q1RR1q/3rk1q1/2N3p1/5Q2/K1NBQ3/1brn1qq1/r2n3B b - - 0 1";
  "B1rK1R2/1nRBnbnQ/q2N3k/1b2Nr1n/n7/2Nb1B1b/1Qqr4/r6N b - - 0 1";
  "1B3RnB/1K3RbB/1r2RPpk/r1NQ1nq1/b6B/Nb1p4/6nr/n5b1 b - - 0 1";
  "n1b4n/1Q1kn1n1/3bB1Pr/nP1N2b1/1b4qp/4K1Q1/RBN2rn1/4n1BR b - - 0 1";
  "8/2prR1Bb/Pn1p1NBr/1qP1P1R1/q4kqb/r2qBRN1/5q2/n1q2K2 b - - 0 1";
  "1rBq1bB1/bn2N1N1/1p1n1k1N/rP1bNrbq/b2Rp3/N2B1RQ1/4K3/8 b - - 0 1";
  "1Q2n1bR/q1PN4/R1NrBnb1/prKb4/1n4p1/N2k2r1/qbB5/3B1Q1B b - - 0 1";
  "2k1R1r1/1P1n1bn1/R1Q1B1p1/P1B1b1rb/1rr1qB2/3KNN2/Rpn2p2/6N1 b - - 0 1";
  "3rB1N1/k2bBp1n/2n3KN/1QP3nn/2rQ1BP1/2nb2nb/3n1q2/3RB2R b - - 0 1";
  "3kq2q/BpK5/2N2QRP/N1BrB2n/4pRr1/4Pqpb/1P1N2r1/3b1qnn b - - 0 1";
  "5QR1/pB1NKpb1/2B2Pn1/P3Qq1q/B4k2/1p2pP2/1n3Brp/R1qr3b b - - 0 1";
  "2b3N1/bQBpb3/1p1BQr1Q/3BpQp1/rKBk1p1R/Q7/Rn2Q3/1n6 b - - 0 1";
  "b2rN1n1/N5P1/Q1n2R2/b1B2Q2/1rbp1Bk1/2RR1rq1/Rp3n2/R2KR2q b - - 0 1";
  "2n2r1B/n2RQb2/2b1Rr2/B1b1R1pr/PN5k/4K1Rp/3P1q1N/1rrR1N2 b - - 0 1";
  "1K4N1/BqQBrq2/1b3Prn/1q1n1b2/q3R1Q1/1n6/2PB1N2/B1krQ1B1 b - - 0 1";
  "1N1Q1b2/K1b1R2n/1nn1PPqk/1P1r1R2/1N3B2/p2qNn2/Q6R/1Q3rq1 b - - 0 1";
  "3b1B1B/p1nppk2/P1BPp2P/1q2N1RP/KrrQ1r2/3b2N1/3Bn3/3Rn1r1 b - - 0 1";
  "2R2b1n/8/1n1R1qbN/3B1q1Q/kKQ1p2q/3nR1N1/P2p4/Q1RBrRQr b - - 0 1";
  "1rKB1q1N/1R6/1kQPp2n/1r6/NnRN4/1r2r2P/Qpb2q1R/1B1b1R1R b - - 0 1";
  "2KRNnbq/QR1b4/2q3Nr/pN2R2N/1Pn1p2n/1r1BRB2/p1R3P1/2k5 b - - 0 1";
  "1n3RR1/kr2qBpp/4r2B/2n1pRQN/2bQ2Pn/2Q2PR1/1q2P1K1/3q3N b - - 0 1";
  "4Q1nB/3R1P1N/2k2KB1/1Pq1bp2/5P1R/6bP/rNp1nq1q/1QNq1Nn1 b - - 0 1";
  "2N5/1k1R3r/4B1nQ/1KR1NqQ1/b2r1Q2/bQp3Bp/1nP1R1pQ/1N3bB1 b - - 0 1";
  "n1B1r3/r4BK1/2n5/1R3P1N/RpQ1n3/1r2QRrP/2kp1Qq1/NRR3R1 b - - 0 1";
  "3R1B2/qrpNNN2/2P2p1N/Bp2q3/Qr3RPB/2K2P1R/2p1k2n/1bn3Q1 b - - 0 1"
].

Definition with_certificate (depth : nat) : list string -> list string := filter (fun fen => refuted depth (position_of fen)).
Theorem with_certificate_unreachable depth l fen :
  In fen (with_certificate depth l) -> forall p, knows (position_of fen) p -> ~ reachable p.
Proof. intros I. apply filter_In in I. destruct I as [_ I]. exact (refuted_sound depth _ I). Qed.

Lemma problems_with_certificate : (List.length (with_certificate 2 problems), List.length problems) = (13, 13).
Proof. vm_cast_no_check (eq_refl (13, 13)). Qed.
Lemma draws_with_certificate : (List.length (with_certificate 1 draws), List.length draws) = (48, 50).
Proof. vm_cast_no_check (eq_refl (48, 50)). Qed.

(** The reader of FENs reads the initial position. *)
Example reads_initial : men (position_of "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") = men initial.
Proof. reflexivity. Qed.
Example initial_has_none : refuted 1 initial = false.
Proof. vm_cast_no_check (eq_refl false). Qed.

Print Assumptions with_certificate_unreachable.
Print Assumptions draws_with_certificate.
